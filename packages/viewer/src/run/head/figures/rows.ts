import { isTranslated, t } from "../../../l10n.ts";
import type { ChartMeasure } from "../old.ts";
import { levelName, numberAt, type Outline } from "../old.ts";
import { rowsOfLevel } from "./figure.ts";

/** The rows that are not sums of others. */
export function leafRows(outline: Outline): number[] {
  return rowsOfLevel(outline, outline.usefulLevels.at(-1));
}

/** The rows of the outermost groups; all rows of a table without groups. */
export function groupRows(outline: Outline): number[] {
  return rowsOfLevel(outline, outline.usefulLevels[0]);
}

/** `Holdings`, or what the innermost rows are: `Economic sectors`. */
export function leafNoun(outline: Outline): string {
  const name = levelName(outline, outline.usefulLevels.at(-1));
  if (isHolding(name)) return t("Holdings");
  if (name === "") return t("Rows");
  if (isTranslated) return name;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace(/y$/, "ie").concat("s");
}

export function hasHoldings(outline: Outline): boolean {
  return isHolding(levelName(outline, outline.usefulLevels.at(-1)));
}

function isHolding(name: string): boolean {
  return /\b(security|securities|holdings?|issue|asset|instrument|position|name)\b/i.test(name);
}

/** The row with the largest number, and the one with the smallest. */
export function extremes(
  { table }: Outline,
  measure: ChartMeasure,
  rows: readonly number[],
): { most?: number; least?: number } {
  let most: number | undefined;
  let least: number | undefined;
  const at = (row: number | undefined) => (row === undefined ? Number.NaN : numberAt(table, measure.index, row));
  for (const row of rows) {
    const value = at(row);
    if (Number.isNaN(value)) continue;
    if (!(value <= at(most))) most = row;
    if (!(value >= at(least))) least = row;
  }
  return { ...(most === undefined ? {} : { most }), ...(least === undefined ? {} : { least }) };
}

/** The sum of the numbers of a measure. */
export function sumOf({ table }: Outline, measure: ChartMeasure, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + (numberAt(table, measure.index, row) || 0), 0);
}

/** How many rows have a number that is not zero. */
export function countOfNumbers({ table }: Outline, measure: ChartMeasure, rows: readonly number[]): number {
  return rows.filter((row) => (numberAt(table, measure.index, row) || 0) !== 0).length;
}
