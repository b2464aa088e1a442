import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { kinds } from "../service/kinds.ts";
import { type SweptStep, sweptStepsOf } from "./cuts.ts";

/** How runs ended in which an answer was cut. */
export interface Sweep {
  /** The bytes from one cut to the next; 1 cuts after each byte. */
  readonly stride: number;
  readonly rows: readonly SweepRow[];
}

export interface SweepRow {
  readonly kind: string;
  readonly step: SweptStep;
  /** How many runs there were. */
  readonly cuts: number;
  /** How many of them ended in each way, by the word for the outcome. */
  readonly ends: Readonly<Record<string, number>>;
}

const file = new URL("figures.json", import.meta.url);

export function writeSweep(sweep: Sweep): void {
  writeFileSync(file, `${JSON.stringify(sweep, null, 2)}\n`);
}

/** The measured sweep. @throws Error if it is missing, or has kinds or steps that no longer exist */
export function readSweep(): Sweep {
  if (!existsSync(file)) throw new Error("No figures: run packages/runs/test/hostile/sweep/write-sweep.ts.");
  const sweep: Sweep = JSON.parse(readFileSync(file, "utf8"));
  const known = new Set(kinds.flatMap((kind) => sweptStepsOf(kind).map((step) => `${kind.id} ${step}`)));
  const strange = sweep.rows.filter(({ kind, step }) => !known.has(`${kind} ${step}`));
  if (strange.length > 0) throw new Error("The sweep was measured with other kinds: run write-sweep.ts.");
  return sweep;
}
