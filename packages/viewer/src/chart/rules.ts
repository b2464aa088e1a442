import { periodsOf } from "./kinds/pairs.ts";
import { hasStatistics } from "./kinds/risk-return.ts";
import type { MeasureSide, Quantity } from "./read/measures.ts";
import type { Outline } from "./read/outline.ts";
import { counterpart, measuresWith } from "./read/pick.ts";
import { hasSeriesInTime } from "./read/rows.ts";
import type { ChartKind } from "./spec.ts";

/** What a result is, by its columns, and the charts that show it. `docs/runs/charts.md` explains each. */
export interface Rule {
  readonly result: string;
  readonly when: (outline: Outline) => boolean;
  /** The default first, then those beside it. A kind that the table does not allow is left out. */
  readonly charts: readonly ChartKind[];
  /** Any other chart would mislead. */
  readonly isOnly?: boolean;
}

/** The first rule that suits a table, and allows a chart of it, chooses its charts. */
export const rules: readonly Rule[] = [
  { result: "statistics", when: hasStatistics, charts: ["riskReturn"], isOnly: true },
  { result: "attribution over time", when: (one) => hasSeveral(one, "effect") && isInTime(one), charts: ["effects"] },
  { result: "attribution", when: (one) => hasSeveral(one, "effect"), charts: ["waterfall", "effects"] },
  { result: "risk contributions", when: (one) => has(one, "risk part"), charts: ["risk"] },
  {
    result: "bonds with key rates",
    when: (one) => isBonds(one) && hasSeveral(one, "key rate"),
    charts: ["keyRates", "scatter"],
  },
  { result: "key rates", when: (one) => hasSeveral(one, "key rate"), charts: ["keyRates"] },
  { result: "style", when: (one) => hasSeveral(one, "style"), charts: ["style"] },
  { result: "bonds", when: isBonds, charts: ["scatter"] },
  { result: "trades", when: (one) => has(one, "trade"), charts: ["trades"] },
  { result: "optimal portfolio", when: hasBeforeAndAfter, charts: ["trades", "treemap"] },
  { result: "prices over time", when: (one) => has(one, "price") && isInTime(one), charts: ["rebased"] },
  {
    result: "contribution over time",
    when: (one) => has(one, "contribution") && isInTime(one),
    charts: ["cumulative", "bars"],
  },
  { result: "contribution", when: (one) => has(one, "contribution"), charts: ["bars", "pairs"] },
  {
    result: "weights over time",
    when: (one) => has(one, "weight") && hasSeriesInTime(one),
    charts: ["area", "active"],
  },
  {
    result: "returns over time",
    when: (one) => has(one, "return") && isInTime(one),
    charts: ["cumulative", "drawdown", "months"],
  },
  { result: "returns by period", when: (one) => periodsOf(one).length > 1, charts: ["pairs"] },
  { result: "risk", when: (one) => has(one, "risk", "fund") && has(one, "risk", "benchmark"), charts: ["pairs"] },
  { result: "weights against a benchmark", when: hasActiveWeights, charts: ["active", "treemap", "bars"] },
  { result: "weights", when: (one) => has(one, "weight"), charts: ["bars", "treemap"] },
  { result: "characteristics", when: hasPairs, charts: ["pairs"] },
  { result: "screen", when: hasSeriesInTime, charts: ["bars", "line"] },
  { result: "others over time", when: isInTime, charts: ["line"] },
  { result: "others", when: () => true, charts: ["bars", "scatter"] },
];

function has(outline: Outline, quantity: Quantity, side?: MeasureSide): boolean {
  return measuresWith(outline, quantity, side).length > 0;
}

function hasSeveral(outline: Outline, quantity: Quantity): boolean {
  return measuresWith(outline, quantity).length > 1;
}

function isInTime({ time }: Outline): boolean {
  return time !== undefined;
}

function hasActiveWeights(outline: Outline): boolean {
  return has(outline, "weight", "active") || (has(outline, "weight", "fund") && has(outline, "weight", "benchmark"));
}

function isBonds(outline: Outline): boolean {
  return has(outline, "duration") && has(outline, "yield");
}

/** Whether the table has the weights before and after an optimization. */
function hasBeforeAndAfter(outline: Outline): boolean {
  const names = measuresWith(outline, "weight").map(({ levels }) => levels.join(" "));
  return names.some((name) => /\binitial\b/i.test(name)) && names.some((name) => /\boptimal\b/i.test(name));
}

/** Whether fund and benchmark have a measure of the same name. */
function hasPairs(outline: Outline): boolean {
  return outline.measures.some((one) => one.side === "fund" && counterpart(outline, one, "benchmark") !== undefined);
}
