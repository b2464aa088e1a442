import { isObject } from "../../json/value.ts";
import { columnPattern } from "../named-columns.ts";
import type { ColumnPair, Tolerance } from "./types.ts";

/** The result of comparing two cells. */
type Verdict = "same" | "within" | "changed";

/** Compares two cells of a column. Null, NaN and a number are three different things. */
export function compareCells(before: unknown, after: unknown, tolerance: Tolerance | undefined): Verdict {
  if (typeof before === "number" && typeof after === "number") return compareNumbers(before, after, tolerance);
  if (before === after) return "same";
  const areStructs = typeof before === "object" && typeof after === "object" && before !== null && after !== null;
  return areStructs && canonical(before) === canonical(after) ? "same" : "changed";
}

function compareNumbers(before: number, after: number, tolerance: Tolerance | undefined): Verdict {
  if (before === after || (Number.isNaN(before) && Number.isNaN(after))) return "same";
  // No tolerance is large enough for an infinite number.
  if (!Number.isFinite(before) || !Number.isFinite(after)) return "changed";
  const isWithin =
    isNoFurther(before, after, tolerance?.absolute) ||
    isNoFurther(before, after, tolerance?.relative, Math.abs(before));
  return isWithin ? "within" : "changed";
}

/** Whether two numbers are at most `limit` apart, in units of `unit`. */
function isNoFurther(before: number, after: number, limit: number | undefined, unit = 1): boolean {
  if (!limit) return false;
  const larger = Math.max(Math.abs(before), Math.abs(after));
  // 1.1 is 0.1 away from 1, but not exactly so in binary: the rounding when the two were read does not count.
  return Math.abs(after / 2 - before / 2) <= limit * (unit / 2) + Number.EPSILON * (larger / 2);
}

/** The size of a move in tolerances: see `NumberChange.size`. */
export function sizeOf(before: number, after: number, { absolute = 0, relative = 0 }: Partial<Tolerance> = {}): number {
  const maxDifference = Math.max(absolute, relative * Math.abs(before)) || Math.max(USUAL, USUAL * Math.abs(before));
  // The numbers are divided before they are subtracted, because the distance of two large numbers may be larger than any number.
  return Math.abs(after / maxDifference - before / maxDifference);
}

/** The tolerance for columns without one: a hundredth, or one per cent. */
const USUAL = 0.01;

/** A change that has a size: both are numbers, and finite. */
export function isMove<Change extends { readonly before: unknown; readonly after: unknown }>(
  change: Change,
): change is Change & { readonly before: number; readonly after: number } {
  return Number.isFinite(change.before) && Number.isFinite(change.after);
}

/** The tolerance of a column: the first one that names it. */
export function toleranceOf(pair: ColumnPair, tolerances: readonly Tolerance[]): Tolerance | undefined {
  return tolerances.find(({ columns }) => columnPattern(columns)({ column: pair.after, label: pair.name }));
}

/** A struct as text, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
