import type { HeaderReading } from "../reading/header.ts";
import type { Column } from "../table.ts";

/** The facts of a column's numbers that its format depends on. */
interface Extent {
  /** The largest size of its numbers, and the smallest size that is not zero. */
  readonly largest: number;
  readonly smallest: number;
  /** The fewest decimals, at most 4, that show each number exactly; undefined if there are none. */
  readonly exact: number | undefined;
}

/** Numbers that are written alike. */
export type NumberKind = "percent" | "basis-points" | "price" | "amount" | "count" | "ratio" | "plain";

/** How the numbers of a column are written, by its header. */
export function numberKind({ meaning, unit }: HeaderReading): NumberKind {
  if (unit === "%") return "percent";
  if (unit === "bp") return "basis-points";
  if (meaning === "price") return "price";
  if (meaning === "market-value" || meaning === "index-level") return "amount";
  if (meaning === "quantity" || meaning === "count") return "count";
  return unit === "none" || meaning === "unknown" ? "plain" : "ratio";
}

/** How many decimals a column shows. */
export interface Decimals {
  readonly count: number;
  /** The smallest size of its numbers that is not zero. */
  readonly smallest: number;
}

/**
 * The count of decimals for all numbers of a column, if the service gives no format. Percentages have 2, basis points 1, prices 2 to 4; ratios have 2 to 4 significant digits; amounts and counts are whole if their size allows it.
 */
export function decimalsOf(kind: NumberKind, { values, scale }: Column): Decimals {
  if (values.kind === "text") return { count: 0, smallest: 0 };
  const numbers = values.kind === "number" ? values.values : values.values.filter((value) => typeof value === "number");
  const extent = extentOf(numbers);
  return { count: scale === "fraction" ? 4 : countOf(kind, extent), smallest: extent.smallest };
}

function countOf(kind: NumberKind, { largest, smallest, exact }: Extent): number {
  switch (kind) {
    case "percent":
      return 2;
    case "basis-points":
      return 1;
    case "price":
      return Math.max(2, exact ?? (smallest >= 10 ? 2 : smallest >= 1 ? 3 : 4));
    case "amount":
      return largest >= 10_000 || exact === 0 ? 0 : 2;
    case "count":
      return largest >= 10_000 ? 0 : (exact ?? 2);
    case "ratio":
      if (exact !== undefined && exact <= 2) return exact;
      return Math.max(significant(largest, 3), Math.min(significant(smallest, 2), significant(largest, 4)));
    default:
      return exact ?? significant(largest, 5);
  }
}

/** The decimals that a number of this size needs to have this many significant digits. */
function significant(size: number, digits: number): number {
  return Math.min(MAX_DECIMALS, Math.max(0, digits - 1 - Math.floor(Math.log10(size || 1))));
}

const MAX_DECIMALS = 6;

/** Numbers of services are often floats of 32 bits, which have seven digits. */
const PRECISION = 1e-7;
const MAX_EXACT_DECIMALS = 4;
/** Ten to the power of each number of decimals. With `10 ** decimals` a table of 20 million values takes 0.7 s instead of 0.3 s. */
const powersOfTen = [1, 10, 100, 1000, 10_000] as const;

function extentOf(values: ArrayLike<number>): Extent {
  let largest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let exact: number | undefined = 0;
  // The loop counts an index, because an iterator takes four times as long.
  for (let row = 0; row < values.length; row++) {
    const size = Math.abs(values[row] ?? 0);
    if (size === 0 || !Number.isFinite(size)) continue;
    if (size > largest) largest = size;
    if (size < smallest) smallest = size;
    while (exact !== undefined && !isExact(size, exact)) exact = exact === MAX_EXACT_DECIMALS ? undefined : exact + 1;
  }
  return { largest, smallest, exact };
}

function isExact(size: number, decimals: number): boolean {
  const scaled = size * (powersOfTen[decimals] ?? 1);
  const whole = Math.round(scaled);
  return whole > 0 && Math.abs(scaled - whole) <= Math.max(scaled * PRECISION, 1e-9);
}

/** The text of a number with a real minus (U+2212), which is as wide as a plus. */
export function withMinus(text: string): string {
  return text.replace(/^-/, "\u2212");
}
