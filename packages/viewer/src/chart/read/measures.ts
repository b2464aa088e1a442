import { type Column, columnFormat, type Meaning, type Table } from "@analytics-engines/core/results";
import { headerLevels } from "../../column-text.ts";

/** Whose numbers a measure has. */
export type MeasureSide = "fund" | "benchmark" | "active";

/** What a measure is, where the rules for default charts need to know. */
export type Quantity =
  | "effect"
  | "total effect"
  | "contribution"
  | "risk part"
  | "risk"
  | "key rate"
  | "weight"
  | "return"
  | "trade"
  | "price"
  | "duration"
  | "yield"
  | "style";

/** A column of numbers. */
export interface ChartMeasure {
  readonly index: number;
  readonly column: Column;
  /** The levels of the header in plain words. */
  readonly levels: readonly string[];
  readonly side: MeasureSide | undefined;
  readonly quantity: Quantity | undefined;
  readonly meaning: Meaning;
  /** The place of a key rate on the curve, in years. */
  readonly tenor: number | undefined;
}

const sidePatterns: readonly (readonly [MeasureSide, RegExp])[] = [
  ["active", /\b(active|relative|difference|variation|excess)\b/i],
  ["benchmark", /\b(benchmark|bench|bmk?)\b/i],
  ["fund", /\b(portfolio|port|fund|account)\b/i],
];

/** The first match counts: a contribution to risk is a part of the risk, a return of a price is a return. */
const quantityPatterns: readonly (readonly [Quantity, RegExp])[] = [
  ["total effect", /\btotal (attribution )?effect\b/i],
  ["effect", /\beffect\b/i],
  [
    "risk part",
    /\b(contribution to (total |active |factor )?(risk|tracking error|volatility)|(risk|tracking error) contribution)\b/i,
  ],
  ["contribution", /\bcontribution\b/i],
  ["key rate", /\b(key rate|partial) durations?\b|\bkrd\b/i],
  ["duration", /\bduration\b(?! band)/i],
  ["risk", /\b(volatility|standard deviation|tracking error|(total|active) risk)\b/i],
  ["style", /\b(large|small|mid)( cap)? (growth|value|core)\b/i],
  ["trade", /\btrade (value|amount)\b/i],
  ["weight", /\b(weights?|wgt)\b/i],
  ["return", /\breturns?\b/i],
  ["price", /\bprice\b(?! (to )?(earnings|book|sales|cash))/i],
  ["yield", /\b(yield to|yield|ytm|ytw)\b/i],
];

const TENOR = /(\d+(?:\.\d+)?)\s*(m|mo|months?|y|yrs?|years?)\b/i;

/** The measures among the columns of a table. */
export function measuresOf(table: Table): ChartMeasure[] {
  return table.columns.flatMap((column, index) =>
    !column.isHidden && hasNumbers(column) ? [measureOf(column, index)] : [],
  );
}

function measureOf(column: Column, index: number): ChartMeasure {
  const levels = headerLevels(column);
  const quantities = levels.toReversed().map((level) => quantityPatterns.find(([, words]) => words.test(level))?.[0]);
  const quantity = quantities.find((one) => one !== undefined);
  const side = levels
    .map((level) => sidePatterns.find(([, words]) => words.test(level))?.[0])
    .find((one) => one !== undefined);
  const tenor = quantity === "key rate" ? tenorOf(levels.at(-1) ?? "") : undefined;
  return { index, column, levels, side, quantity, meaning: columnFormat(column).meaning, tenor };
}

function hasNumbers({ values }: Column): boolean {
  return values.kind === "number" && values.values.some((value) => Number.isFinite(value));
}

/** `Partial Duration 60M` is at 5 years. */
function tenorOf(name: string): number | undefined {
  const [, count, unit = ""] = TENOR.exec(name) ?? [];
  if (count === undefined) return undefined;
  return /^m/i.test(unit) ? Number(count) / 12 : Number(count);
}

/** The name of a measure without the words of its side: the same for fund, benchmark and active. */
export function plainName({ levels }: ChartMeasure): string {
  const name = levels.at(-1) ?? "";
  const plain = sidePatterns.reduce((text, [, words]) => text.replace(words, ""), name);
  return plain.replace(/^[\s.|-]+|[\s|-]+$/g, "").replaceAll(/\s+/g, " ") || name;
}
