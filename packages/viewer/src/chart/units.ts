import type { Column } from "@analytics-engines/core/results";

/** The unit of a measure, by the words of its name. */
export type MeasureUnit =
  | "weight"
  | "return"
  | "amount"
  | "price"
  | "years"
  | "yield"
  | "spread"
  | "convexity"
  | "count"
  | "ratio";

/** The first match counts: a duration of spreads is a duration, a return on prices a return. */
const WORDS: readonly (readonly [MeasureUnit, RegExp])[] = [
  ["ratio", /\b(ratio|beta|correlation|score|rank|price (to )?(earnings|book|sales)|p\/e|p\/b)\b|r.squared/i],
  ["convexity", /convexity/i],
  ["years", /\b(duration|maturity|life|tenor)\b/i],
  ["spread", /\b(oas|spread|dts|bps)\b/i],
  ["yield", /\b(yield|ytm|ytw|coupon|rate)\b/i],
  ["weight", /\b(weights?|wgt|exposure)\b/i],
  ["return", /\b(returns?|effect|contribution|performance|alpha|tracking error|volatility|risk|deviation)\b/i],
  ["count", /\b(shares|quantity|units|count|holdings|number of)\b/i],
  ["price", /\b(price|nav)\b/i],
  ["amount", /\b(value|amount|notional|proceeds|cash|cost|assets|income|p&l)\b/i],
];

/** The unit by the innermost level of the header that names one: the upper level of `Return | 3 Months`. */
export function unitOf({ header }: Column): MeasureUnit | undefined {
  for (const level of header.toReversed()) {
    const found = WORDS.find(([, words]) => words.test(level));
    if (found) return found[0];
  }
  return undefined;
}

/**
 * Whether two measures can share an axis: they have the same name (of portfolio and benchmark), or the same unit, or, if the names have no
 * unit, the same header above them, the same format and numbers of similar size.
 */
export function shareUnit(one: Column, other: Column): boolean {
  if (isPercent(one) !== isPercent(other)) return false;
  if (one.header.at(-1) === other.header.at(-1)) return true;
  const [unit, otherUnit] = [unitOf(one), unitOf(other)];
  if (unit !== undefined || otherUnit !== undefined) return unit === otherUnit && unit !== "ratio";
  const above = one.header.slice(0, -1).join("\n");
  return (
    above !== "" && above === other.header.slice(0, -1).join("\n") && one.format === other.format && areLike(one, other)
  );
}

/** A percent format shows a hundred times the number: on one axis, 0.05 beside 5 would not be visible. */
function isPercent({ format }: Column): boolean {
  return format?.includes("%") === true;
}

const LIKE_SIZE = 100;

function areLike(one: Column, other: Column): boolean {
  const [size, otherSize] = [largest(one), largest(other)];
  return size === 0 || otherSize === 0 || Math.max(size, otherSize) / Math.min(size, otherSize) <= LIKE_SIZE;
}

function largest({ values }: Column): number {
  if (values.kind !== "number") return 0;
  return values.values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
}
