import { readFileSync, writeFileSync } from "node:fs";
import { kinds } from "../service/kinds.ts";
import { type SweptStep, sweptSteps } from "./cuts.ts";

/** What became of the runs of which an answer was cut after each of its bytes. */
export interface SweepRow {
  readonly kind: string;
  readonly step: SweptStep;
  /** How many runs, one a byte. */
  readonly cuts: number;
  /** How many of them ended so, by the word of the outcome. */
  readonly ends: Readonly<Record<string, number>>;
}

const file = new URL("figures.json", import.meta.url);

export function writeSweep(rows: readonly SweepRow[]): void {
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}

/** The measured sweep. @throws Error where it is of other kinds or steps than there are */
export function readSweep(): readonly SweepRow[] {
  const rows: readonly SweepRow[] = JSON.parse(readFileSync(file, "utf8"));
  const known = new Set(kinds.map(({ id }) => id));
  const strange = rows.filter(({ kind, step }) => !known.has(kind) || !sweptSteps.includes(step));
  if (strange.length > 0) throw new Error("The sweep was measured with other kinds: run write-sweep.ts.");
  return rows;
}
