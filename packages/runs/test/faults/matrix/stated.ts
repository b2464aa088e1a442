import { readFileSync } from "node:fs";
import { faults, kindsOf, type Step, steps, type Times, titleOf } from "./axes.ts";

/** The outcome that each cell must have: by step, fault (its title) and kind. `-`: the family has no such step. */
export type Stated = ReadonlyMap<string, string>;

export const cellName = (step: Step, fault: string, kind: string): string => `${step} ${fault} ${kind}`;

/** Reads `once.tsv` or `always.tsv`. @throws Error if a cell of the matrix has no outcome, or an outcome has no cell */
export function readStated(times: Times): Stated {
  const text = readFileSync(new URL(`${times}.tsv`, import.meta.url), "utf8");
  const [head = "", ...rows] = text.trimEnd().split("\n");
  const [, , ...kinds] = head.split("\t");
  const stated = new Map<string, string>();
  for (const row of rows) {
    const [step = "", fault = "", ...outcomes] = row.split("\t");
    for (const [index, kind] of kinds.entries()) stated.set(`${step} ${fault} ${kind}`, outcomes[index] ?? "");
  }
  const cells = steps.flatMap((step) =>
    faults.flatMap((fault) => kindsOf(times).map(({ id }) => cellName(step, titleOf(fault), id))),
  );
  const open = cells.filter((cell) => !stated.get(cell));
  if (open.length > 0) throw new Error(`No outcome is stated, ${times}, for: ${open.join("; ")}`);
  const strange = [...stated.keys()].filter((cell) => !cells.includes(cell));
  if (strange.length > 0) throw new Error(`The matrix has no cell, ${times}, for: ${strange.join("; ")}`);
  return stated;
}
