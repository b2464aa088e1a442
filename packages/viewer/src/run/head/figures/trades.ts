import { numberAt } from "../../../chart/read/figures.ts";
import type { ChartMeasure } from "../../../chart/read/measures.ts";
import { type Outline, rowName } from "../../../chart/read/outline.ts";
import { measuresWith } from "../../../chart/read/pick.ts";
import type { KeyFigure } from "../key-figure.ts";
import { amountFigure, cellFigure, computedFigure, countFigure } from "./figure.ts";
import { countOfNumbers, extremes, leafRows, sumOf } from "./rows.ts";

/** What an optimizer buys and sells. */
export function tradeFigures(outline: Outline): KeyFigure[] {
  const [trade] = measuresWith(outline, "trade");
  if (trade === undefined) return [];
  const rows = leafRows(outline);
  const values = rows.map((row) => numberAt(outline.table, trade.index, row) || 0);
  const sum = (sign: 1 | -1) => values.reduce((total, value) => total + (value * sign > 0 ? value : 0), 0);
  return [
    amountFigure(outline, "Buys", sum(1)),
    amountFigure(outline, "Sells", sum(-1)),
    amountFigure(outline, "Net", sum(1) + sum(-1), { hasSign: true, isPart: true }),
    countFigure("Names traded", countOfNumbers(outline, trade, rows), true),
  ];
}

/** Weights that add up to 100 % within this are complete. */
const ROUNDING = 0.01;

/** The portfolio after an optimization. */
export function optimalFigures(outline: Outline): KeyFigure[] {
  const weights = measuresWith(outline, "weight");
  const before = weights.find(({ levels }) => /\binitial\b/i.test(levels.join(" ")));
  const after = weights.find(({ levels }) => /\boptimal\b/i.test(levels.join(" ")));
  if (before === undefined || after === undefined) return [];
  const rows = leafRows(outline);
  const { most } = extremes(outline, after, rows);
  return [
    ...turnover(outline, before, after, rows),
    countFigure("Holdings", countOfNumbers(outline, after, rows)),
    ...(most === undefined ? [] : cellFigure(outline, `Largest: ${rowName(outline, most)}`, after, most, true)),
    ...largestChange(outline, before, after, rows),
  ];
}

/** Half of all changes of weight. A table without the holdings that were sold does not have them all: its initial weights show it. */
function turnover(outline: Outline, before: ChartMeasure, after: ChartMeasure, rows: readonly number[]): KeyFigure[] {
  if ([before, after].some((one) => Math.abs(sumOf(outline, one, rows) - 100) > ROUNDING)) return [];
  const changes = rows.reduce((sum, row) => sum + Math.abs(changeAt(outline, before, after, row)), 0);
  return computedFigure("Turnover, one-way", after, changes / 2);
}

function largestChange(
  outline: Outline,
  before: ChartMeasure,
  after: ChartMeasure,
  rows: readonly number[],
): KeyFigure[] {
  const size = (row: number) => Math.abs(changeAt(outline, before, after, row));
  const most = rows.reduce<number | undefined>(
    (best, row) => (best === undefined || size(row) > size(best) ? row : best),
    undefined,
  );
  if (most === undefined || size(most) === 0) return [];
  const label = `Largest change: ${rowName(outline, most)}`;
  return computedFigure(label, after, changeAt(outline, before, after, most), { hasSign: true, isPart: true });
}

function changeAt({ table }: Outline, before: ChartMeasure, after: ChartMeasure, row: number): number {
  return (numberAt(table, after.index, row) || 0) - (numberAt(table, before.index, row) || 0);
}
