import type { Column, Table } from "@analytics-engines/core/results";
import { columnDays } from "./dates.ts";

/** The columns of a table by what they can be in a chart, as indices. */
export interface Roles {
  readonly dates: readonly number[];
  readonly categories: readonly number[];
  readonly measures: readonly number[];
}

/** Sorts the shown columns of a table by their role. */
export function rolesOf(table: Table): Roles {
  const roles = { dates: [] as number[], categories: [] as number[], measures: [] as number[] };
  for (const [index, column] of table.columns.entries()) {
    if (column.isHidden) continue;
    if (columnDays(column) !== undefined) roles.dates.push(index);
    else if (column.values.kind === "text") roles.categories.push(index);
    else if (hasNumbers(column)) roles.measures.push(index);
  }
  return roles;
}

function hasNumbers({ values }: Column): boolean {
  return values.kind === "number" && values.values.some((value) => Number.isFinite(value));
}

/** The rows of a group level; all rows without a level. */
export function rowsOfLevel({ rowCount, groupLevels }: Table, level: number | undefined): number[] {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return level === undefined || groupLevels === undefined ? rows : rows.filter((row) => groupLevels[row] === level);
}

/** The group levels of a table's rows, from the outermost. */
export function usedLevels({ groupLevels }: Table): number[] {
  return [...new Set(groupLevels)].sort((a, b) => a - b);
}

/** The number of different texts that a column has in these rows. */
export function distinctTexts(table: Table, index: number, rows: readonly number[]): number {
  const values = table.columns[index]?.values;
  if (values?.kind !== "text") return 0;
  return new Set(rows.map((row) => values.codes[row] ?? -1).filter((code) => code >= 0)).size;
}

/**
 * The category with the most different texts. Of several, the last in a table of groups, since it is the innermost group; in other tables
 * one of names.
 */
export function mostDistinct(table: Table, categories: readonly number[], rows: readonly number[]): number | undefined {
  let best: { index: number; texts: number } | undefined;
  for (const index of categories) {
    const texts = distinctTexts(table, index, rows);
    const isBetter = table.groupLevels !== undefined || (isName(table, index) && !isName(table, best?.index));
    if (best === undefined || texts > best.texts || (texts === best.texts && isBetter)) best = { index, texts };
  }
  return best?.index;
}

function isName({ columns }: Table, index: number | undefined): boolean {
  return /name|description/i.test(columns[index ?? -1]?.header.at(-1) ?? "");
}
