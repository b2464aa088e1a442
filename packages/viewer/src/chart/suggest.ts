import type { Column, Table } from "@analytics-engines/core/results";
import { daysOf } from "./dates.ts";
import type { ChartSpec } from "./spec.ts";
import { shareUnit, type Unit, unitOf } from "./units.ts";

/** What the columns of a table can be in a chart. */
export interface Roles {
  readonly dates: readonly number[];
  readonly categories: readonly number[];
  readonly measures: readonly number[];
}

export const MOST_MEASURES = 6;
export const MOST_ACROSS = 24;
const FEWEST_POINTS = 6;
const FEW_ROWS = 3;

export function rolesOf(table: Table): Roles {
  const shown = table.columns.flatMap((column, index) => (column.isHidden ? [] : [{ column, index }]));
  const dates = shown.filter(({ column }) => daysOf(column) !== undefined).map(({ index }) => index);
  const others = shown.filter(({ index }) => !dates.includes(index));
  return {
    dates,
    categories: others.filter(({ column }) => column.values.kind === "text").map(({ index }) => index),
    measures: others.filter(({ column }) => isMeasure(column)).map(({ index }) => index),
  };
}

/** The charts that a person would draw from this table, the most telling first; none where nothing can be drawn. */
export function suggestCharts(table: Table): ChartSpec[] {
  const roles = rolesOf(table);
  if (roles.measures.length === 0 || table.rowCount === 0) return [];
  return [...overTime(table, roles), ...byGroup(table, roles), ...twoMeasures(table, roles)];
}

/** Dates down the rows: the measures over time, or one of them for each group where a date has many rows. */
function overTime(table: Table, { dates, categories, measures }: Roles): ChartSpec[] {
  const date = dates.find((index) => distinctDays(table, index) > 1);
  if (date === undefined) return [];
  const together = likeFirst(table, measures);
  const deepest = deepestUsed(table);
  const levels = deepest === undefined ? [undefined] : [...new Set([deepest, 0])];
  return levels.flatMap((level): ChartSpec[] => {
    const rows = rowsOfLevel(table, level);
    const at = level === undefined ? {} : { level };
    const days = new Set(rows.map((row) => daysOfRow(table, date, row)));
    if (days.size < 2) return [];
    if (days.size === rows.length) return [{ kind: "line", date, measures: together, ...at }];
    const split = categories.findLast((index) => distinctTexts(table, index, rows) > 1);
    return split === undefined ? [] : [{ kind: "line", date, measures: measures.slice(0, 1), split, ...at }];
  });
}

function byGroup(table: Table, { categories, measures, dates }: Roles): ChartSpec[] {
  const level = groupLevel(table);
  const rows = rowsOfLevel(table, level);
  const category = mostDistinct(table, categories, rows) ?? dates[0];
  if (category === undefined) return [];
  const at = level === undefined ? {} : { level };
  const family = rows.length <= FEW_ROWS ? largestFamily(table, measures) : [];
  // A row or two with a measure for each period or effect: the measures are what there is to compare.
  if (family.length > rows.length) return [{ kind: "bar", category, measures: family, across: true, ...at }];
  return [{ kind: "bar", category, measures: likeFirst(table, mostTelling(table, measures)), ...at }];
}

/** Of a table without headers above its measures, what is looked at first: weights before amounts, amounts before counts. */
function mostTelling(table: Table, measures: readonly number[]): readonly number[] {
  if (measures.some((index) => (table.columns[index]?.header.length ?? 0) > 1)) return measures;
  const rankOf = (index: number) => {
    const column = table.columns[index];
    return column ? RANKS.indexOf(unitOf(column)) : RANKS.length;
  };
  return [...measures].sort((a, b) => rankOf(a) - rankOf(b));
}

const RANKS: readonly (Unit | undefined)[] = [
  "weight",
  "return",
  "amount",
  "price",
  "yield",
  "spread",
  "years",
  "convexity",
  "ratio",
  undefined,
  "count",
];

/** The column that tells the rows apart best; of equals the last where it is the innermost group, else one of names. */
function mostDistinct(table: Table, categories: readonly number[], rows: readonly number[]): number | undefined {
  let best: { index: number; texts: number } | undefined;
  for (const index of categories) {
    const texts = distinctTexts(table, index, rows);
    const isBetter = table.groupLevels !== undefined || (isName(table, index) && !isName(table, best?.index));
    if (best === undefined || texts > best.texts || (texts === best.texts && isBetter)) best = { index, texts };
  }
  return best?.index;
}

function isName(table: Table, index: number | undefined): boolean {
  return index !== undefined && /name|description/i.test(innermost(table, index) ?? "");
}

/** The most measures below one header that can stand on one axis, where they have names of their own. */
function largestFamily(table: Table, measures: readonly number[]): number[] {
  const families: number[][] = [];
  for (const index of measures) {
    const family = families.find(
      ([first]) => areAlike(table, first, index) && above(table, first) === above(table, index),
    );
    if (family) family.push(index);
    else families.push([index]);
  }
  const largest = families.reduce((best, family) => (family.length > best.length ? family : best), []);
  return new Set(largest.map((index) => innermost(table, index))).size === largest.length
    ? largest.slice(0, MOST_ACROSS)
    : [];
}

function twoMeasures(table: Table, { categories, measures, dates }: Roles): ChartSpec[] {
  const level = deepestUsed(table);
  const rows = rowsOfLevel(table, level);
  const [x, y] = pairOf(table, measures);
  if (x === undefined || y === undefined || rows.length < FEWEST_POINTS) return [];
  const label = mostDistinct(table, categories, rows) ?? dates[0];
  return [
    {
      kind: "scatter",
      x,
      y,
      ...(label === undefined ? {} : { label }),
      ...(level === undefined ? {} : { level }),
    },
  ];
}

/** Two measures that are looked at together: of bonds yield by duration, else the first and one of another name. */
function pairOf(table: Table, measures: readonly number[]): readonly [number?, number?] {
  const telling = mostTelling(table, measures);
  const ofUnit = (unit: Unit) =>
    measures.find((index) => table.columns[index] && unitOf(table.columns[index]) === unit);
  const [years, yields] = [ofUnit("years"), ofUnit("yield")];
  if (years !== undefined && yields !== undefined) return [years, yields];
  const [x] = telling;
  const y = telling.find((index) => innermost(table, index) !== innermost(table, x)) ?? telling[1];
  return x === undefined || y === undefined ? [] : [x, y];
}

/** The rows of a group level, or all. */
export function rowsOfLevel({ rowCount, groupLevels }: Table, level: number | undefined): number[] {
  const rows: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    if (level === undefined || groupLevels === undefined || groupLevels[row] === level) rows.push(row);
  }
  return rows;
}

/** The levels that rows have, from the outermost. */
export function usedLevels({ groupLevels }: Table): number[] {
  return [...new Set(groupLevels)].sort((a, b) => a - b);
}

function deepestUsed(table: Table): number | undefined {
  return usedLevels(table).at(-1);
}

/** The outermost level that has something to compare: a total alone says nothing. */
function groupLevel(table: Table): number | undefined {
  const levels = usedLevels(table);
  return levels.find((level) => rowsOfLevel(table, level).length > 1) ?? levels[0];
}

/**
 * The first measure, and those of the same name beside it (of portfolio, benchmark, ...), or without headers above them of the same unit:
 * they share an axis.
 */
function likeFirst(table: Table, measures: readonly number[]): number[] {
  const [first] = measures;
  const isFlat = above(table, first) === "";
  const alike = measures.filter(
    (index) =>
      areAlike(table, first, index) &&
      (innermost(table, index) === innermost(table, first) || (isFlat && above(table, index) === "")),
  );
  return alike.slice(0, MOST_MEASURES);
}

function areAlike(table: Table, one: number | undefined, other: number): boolean {
  const [first, second] = [table.columns[one ?? -1], table.columns[other]];
  return first !== undefined && second !== undefined && (first === second || shareUnit(first, second));
}

/** The levels of the header above a measure. */
function above(table: Table, index: number | undefined): string {
  return table.columns[index ?? -1]?.header.slice(0, -1).join("\n") ?? "";
}

function innermost(table: Table, index: number | undefined): string | undefined {
  return index === undefined ? undefined : table.columns[index]?.header.at(-1);
}

/** Numbers that differ from row to row or are few: a column of nulls draws nothing. */
function isMeasure({ values }: Column): boolean {
  return values.kind === "number" && values.values.some((value) => Number.isFinite(value));
}

function distinctDays(table: Table, index: number): number {
  const column = table.columns[index];
  return new Set(column && daysOf(column)?.filter((day) => !Number.isNaN(day))).size;
}

function daysOfRow(table: Table, index: number, row: number): string | number | undefined {
  const values = table.columns[index]?.values;
  if (values?.kind === "text") return values.codes[row];
  return values?.kind === "number" ? values.values[row] : undefined;
}

function distinctTexts(table: Table, index: number, rows: readonly number[]): number {
  const values = table.columns[index]?.values;
  if (values?.kind !== "text") return 0;
  return new Set(rows.map((row) => values.codes[row] ?? -1).filter((code) => code >= 0)).size;
}
