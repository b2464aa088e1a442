/** What the values of a column mean. Weights, returns, effects and yields are percentages; spreads are basis points. */
export type Meaning =
  | "weight"
  | "return"
  | "effect"
  | "yield"
  | "spread"
  | "years"
  | "ratio"
  | "price"
  | "amount"
  | "count"
  | "date"
  /** A number whose name says nothing more. */
  | "number"
  | "text";

type NumberMeaning = Exclude<Meaning, "date" | "number" | "text">;

/** The first match counts: a duration of spreads is a duration, and a return on prices is a return. */
const wordsOfMeanings: readonly (readonly [NumberMeaning, RegExp])[] = [
  [
    "ratio",
    /\b(ratio|beta|correlation|score|rank|convexity|cover|(price|enterprise value|debt) to \w+|p\/[eb]|turnover)\b|r.squared/i,
  ],
  ["years", /\b(duration|(?<!yield.to.)maturity|average life|tenor)\b/i],
  ["spread", /\b(oas|spread|dts|bps?|basis points?)\b/i],
  ["yield", /\b(yield|ytm|ytw|coupon|rate)\b/i],
  ["weight", /\b(weights?|wgt|exposure)\b/i],
  ["effect", /\b(effect|contribution)\b/i],
  [
    "return",
    /\b(returns?|performance|alpha|tracking error|volatility|risk|deviation|growth|margin|drawdown|shortfall)\b/i,
  ],
  ["count", /\b(shares(?! of)|quantity|units|count|holdings|lots|number of|days)\b/i],
  ["price", /\b(price|nav|per share)\b/i],
  ["amount", /\b(value|amount|notional|proceeds|cash|cost|assets|income|capitalization|sales|p&l)\b/i],
];

/** The meaning that the innermost level of a header with a meaning has: in `Return | 3 Months`, that of the upper level. */
export function meaningOfHeader(header: readonly string[]): NumberMeaning | undefined {
  for (const level of header.toReversed()) {
    const entry = wordsOfMeanings.find(([, words]) => words.test(level));
    if (entry) return entry[0];
  }
  return undefined;
}

/** Words that say whose numbers a column has. */
const OWNERS = /\b(port(folio)?|fund|account|bench(mark)?|bmk?|active|relative|difference|variation|excess)\b\.?/gi;

/** The level of a header that says its meaning, without the words for portfolio and benchmark. */
export function quantityOfHeader(header: readonly string[]): string {
  const level = header.findLast((one) => wordsOfMeanings.some(([, words]) => words.test(one))) ?? "";
  return level
    .replaceAll(OWNERS, "")
    .replaceAll(/[\s|.+-]+/g, " ")
    .trim()
    .toLowerCase();
}

/** Whether a column of this meaning has percentages, whose scale its table shows. */
export function isPercentage(meaning: Meaning): boolean {
  return unitOfMeaning[meaning] === "%";
}

/** The unit that a heading adds to a name, so that the cells need not repeat it. */
export const unitOfMeaning: Readonly<Partial<Record<Meaning, string>>> = {
  weight: "%",
  return: "%",
  effect: "%",
  yield: "%",
  spread: "bp",
  years: "y",
};
