import type { Table } from "@analytics-engines/core/results";
import { type MeasureUnit, shareUnit, unitOf } from "./units.ts";

/** More lines or bars of a group than this are hard to distinguish. */
export const MOST_MEASURES = 6;

/** The units that a reader looks for first: weights before amounts, amounts before counts. */
const RANKS: readonly (MeasureUnit | undefined)[] = [
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

/** Measures by how much a reader wants to see them. In a table with headers above its measures, their order already says so. */
export function byInterest(table: Table, measures: readonly number[]): readonly number[] {
  if (measures.some((index) => (table.columns[index]?.header.length ?? 0) > 1)) return measures;
  return measures.toSorted((a, b) => RANKS.indexOf(measureUnit(table, a)) - RANKS.indexOf(measureUnit(table, b)));
}

/**
 * The first measure and those that can share its axis: the same name below other headers (portfolio, benchmark), or in a table without
 * headers above its measures the same unit.
 */
export function likeFirst(table: Table, measures: readonly number[]): number[] {
  const [first] = measures;
  if (first === undefined) return [];
  const alike = measures.filter((index) => {
    const isFlat = headerAbove(table, first) === "" && headerAbove(table, index) === "";
    return areAlike(table, first, index) && (isFlat || measureName(table, index) === measureName(table, first));
  });
  return alike.slice(0, MOST_MEASURES);
}

/** Whether two measures can share an axis. */
export function areAlike({ columns }: Table, one: number, other: number): boolean {
  const [first, second] = [columns[one], columns[other]];
  return first !== undefined && second !== undefined && (first === second || shareUnit(first, second));
}

/** The innermost level of a measure's header. */
export function measureName({ columns }: Table, index: number): string | undefined {
  return columns[index]?.header.at(-1);
}

/** The levels of the header above a measure. */
export function headerAbove({ columns }: Table, index: number): string {
  return columns[index]?.header.slice(0, -1).join("\n") ?? "";
}

export function measureUnit({ columns }: Table, index: number): MeasureUnit | undefined {
  const column = columns[index];
  return column && unitOf(column);
}
