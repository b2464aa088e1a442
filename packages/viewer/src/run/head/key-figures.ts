import type { Table } from "@analytics-engines/core/results";
import {
  bondFigures,
  keyRateFigures,
  pairFigures,
  plainFigures,
  priceFigures,
  riskFigures,
  riskPartFigures,
  screenFigures,
  styleFigures,
  timeFigures,
} from "./figures/others.ts";
import {
  attributionFigures,
  contributionFigures,
  periodFigures,
  returnsOverTimeFigures,
  statisticsFigures,
} from "./figures/returns.ts";
import { optimalFigures, tradeFigures } from "./figures/trades.ts";
import { weightFigures, weightsOverTimeFigures } from "./figures/weights.ts";
import type { KeyFigure } from "./key-figure.ts";
import { chartRuleOf, type Outline, outlineOf } from "./old.ts";

/** Chooses the figures of a table; the siblings are the tables of its unit. */
type FiguresOf = (outline: Outline, siblings: readonly Table[]) => KeyFigure[];

/** The key figures of a result, by the name of the rule that chooses its charts. */
export const figuresOfResult: Readonly<Record<string, FiguresOf>> = {
  statistics: statisticsFigures,
  "attribution over time": timeFigures,
  attribution: attributionFigures,
  "risk contributions": riskPartFigures,
  "bonds with key rates": bondFigures,
  "key rates": keyRateFigures,
  style: styleFigures,
  bonds: bondFigures,
  trades: tradeFigures,
  "optimal portfolio": optimalFigures,
  "prices over time": priceFigures,
  "contribution over time": timeFigures,
  contribution: contributionFigures,
  "weights over time": weightsOverTimeFigures,
  "returns over time": returnsOverTimeFigures,
  "returns by period": periodFigures,
  risk: riskFigures,
  "weights against a benchmark": weightFigures,
  weights: weightFigures,
  characteristics: pairFigures,
  screen: screenFigures,
  "others over time": timeFigures,
  others: plainFigures,
};

/**
 * The numbers of a table that a reader looks for first: results, then their parts. A figure is a cell of the table's own total where the table
 * has one. It is computed from the rows only if the table has all of them.
 *
 * @param siblings the tables of the unit, which may show the turnover of trades
 */
export function keyFigures(table: Table, siblings: readonly Table[] = []): KeyFigure[] {
  const rule = chartRuleOf(table);
  if (rule === undefined) return [];
  return figuresOfResult[rule.result]?.(outlineOf(table), siblings) ?? [];
}
