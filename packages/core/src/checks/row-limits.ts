import { JSON_NUMBER } from "../json/value.ts";
import { quoted } from "../parameters/text/words.ts";
import type { Check } from "./checks-schema.ts";
import type { CheckLimits } from "./outcomes.ts";

/** The cells of the row of a sweep that a unit comes from, or why they are not known: a sentence. */
export type RowCells =
  | {
      /** What messages call the row: `book/accounts.csv:3`. */
      readonly name: string;
      /** A cell; undefined if the file has no such column. */
      readonly cellOf: (column: string) => string | undefined;
    }
  | { readonly reason: string };

type WrittenLimits = Omit<NonNullable<Check["between"]>, "column">;

/** The number of a cell, which is written as in JSON; undefined if it is none. */
export function limitOfCell(cell: string): number | undefined {
  const number = JSON_NUMBER.test(cell.trim()) ? Number(cell) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The limits of a rule: its own, or those of the row of the unit. A limit that is not known is no limit that a number can keep. */
export function limitsOf(
  { min, max, minFrom, maxFrom }: WrittenLimits,
  row: RowCells,
): CheckLimits | { readonly reason: string } {
  const limits = { min, max };
  for (const [name, column] of [
    ["min", minFrom],
    ["max", maxFrom],
  ] as const) {
    if (column === undefined) continue;
    if ("reason" in row) return row;
    const cell = row.cellOf(column);
    if (cell === undefined) return { reason: `${quoted(row.name)} has no column ${quoted(column)}.` };
    const limit = limitOfCell(cell);
    if (limit === undefined) {
      const problem = cell.trim() === "" ? "the cell is empty" : `${quoted(cell)} is no number`;
      return { reason: `There is no limit in ${quoted(column)} of ${quoted(row.name)}: ${problem}.` };
    }
    limits[name] = limit;
  }
  const { min: least = Number.NEGATIVE_INFINITY, max: most = Number.POSITIVE_INFINITY } = limits;
  if (least > most) return { reason: `The smallest number, ${least}, is larger than the largest, ${most}.` };
  return limits;
}
