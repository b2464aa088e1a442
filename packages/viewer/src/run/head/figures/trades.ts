import type { Table } from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import type { KeyFigure } from "../key-figure.ts";
import {
  chartRuleOf,
  measuresWith,
  numberAt,
  type Outline,
  oneWayTurnover,
  outlineOf,
  rowName,
  type WeightPair,
  weightsBeforeAndAfter,
} from "../old.ts";
import { amountFigure, cellFigure, computedFigure, countFigure } from "./figure.ts";
import { countOfNumbers, extremes, leafRows } from "./rows.ts";

/** What an optimizer buys and sells. Another table of the unit may have the weights that show the turnover. */
export function tradeFigures(outline: Outline, siblings: readonly Table[]): KeyFigure[] {
  const [trade] = measuresWith(outline, "trade");
  if (trade === undefined) return [];
  const rows = leafRows(outline);
  const values = rows.map((row) => numberAt(outline.table, trade.index, row) || 0);
  const sum = (sign: 1 | -1) => values.reduce((total, value) => total + (value * sign > 0 ? value : 0), 0);
  return [
    amountFigure(outline, t("Buys"), sum(1)),
    amountFigure(outline, t("Sells"), sum(-1)),
    ...(siblings.map((table) => turnoverFigure(outlineOf(table))).find((figures) => figures.length > 0) ?? []),
    amountFigure(outline, t("Net"), sum(1) + sum(-1), { hasSign: true, isPart: true }),
    countFigure(t("Names traded"), countOfNumbers(outline, trade, rows), true),
  ];
}

/** The portfolio after an optimization. */
export function optimalFigures(outline: Outline): KeyFigure[] {
  const pair = weightsBeforeAndAfter(outline);
  if (pair === undefined) return [];
  const { after } = pair;
  const rows = leafRows(outline);
  const { most } = extremes(outline, after, rows);
  return [
    ...turnoverFigure(outline),
    countFigure(t("Holdings"), countOfNumbers(outline, after, rows)),
    ...(most === undefined ? [] : cellFigure(outline, t("Largest: {0}", rowName(outline, most)), after, most, true)),
    ...largestChange(outline, pair, rows),
  ];
}

function turnoverFigure(outline: Outline): KeyFigure[] {
  const pair = weightsBeforeAndAfter(outline);
  const turnover = oneWayTurnover(outline);
  return pair === undefined || turnover === undefined
    ? []
    : computedFigure(t("Turnover, one-way"), pair.after, turnover);
}

const optimizerResults: ReadonlySet<string> = new Set(["trades", "optimal portfolio"]);

/** A sentence where the tables of an optimizer show no turnover. */
export function turnoverNote(tables: readonly Table[]): string | undefined {
  const isOptimizer = tables.some((table) => optimizerResults.has(chartRuleOf(table)?.result ?? ""));
  if (!isOptimizer || tables.some((table) => oneWayTurnover(outlineOf(table)) !== undefined)) return undefined;
  return t("Turnover: not in this result. It needs the weights of all holdings and of cash, before and after.");
}

function largestChange(outline: Outline, pair: WeightPair, rows: readonly number[]): KeyFigure[] {
  const size = (row: number) => Math.abs(changeAt(outline, pair, row));
  const most = rows.reduce<number | undefined>(
    (best, row) => (best === undefined || size(row) > size(best) ? row : best),
    undefined,
  );
  if (most === undefined || size(most) === 0) return [];
  const label = t("Largest change: {0}", rowName(outline, most));
  return computedFigure(label, pair.after, changeAt(outline, pair, most), { hasSign: true, isPart: true });
}

function changeAt({ table }: Outline, { before, after }: WeightPair, row: number): number {
  return (numberAt(table, after.index, row) || 0) - (numberAt(table, before.index, row) || 0);
}
