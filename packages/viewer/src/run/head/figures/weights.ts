import { dayLabel } from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import type { KeyFigure } from "../key-figure.ts";
import type { ChartMeasure } from "../old.ts";
import { measuresWith, numberAt, type Outline, rowName, totalRows } from "../old.ts";
import { cellFigure, computedFigure, countFigure, figure, lastDay, measureOf } from "./figure.ts";
import { countOfNumbers, extremes, groupRows, hasHoldings, leafNoun, leafRows, sumOf } from "./rows.ts";

const MAX_LISTED = 10;

/** Holdings of portfolio and benchmark, active share, the largest holdings, and the groups with the largest active weights. */
export function weightFigures(outline: Outline): KeyFigure[] {
  const fund = measureOf(outline, "weight", "fund") ?? measuresWith(outline, "weight")[0];
  const benchmark = measureOf(outline, "weight", "benchmark");
  if (fund === undefined) return [];
  const leaves = leafRows(outline);
  const count = countOfNumbers(outline, fund, leaves);
  return [
    countFigure(leafNoun(outline), count),
    ...(benchmark === undefined ? [] : [countFigure(t("In benchmark"), countOfNumbers(outline, benchmark, leaves))]),
    ...activeShare(outline, fund, benchmark, leaves),
    ...(count > MAX_LISTED && hasHoldings(outline) && isWhole(outline, fund, leaves)
      ? computedFigure(t("Ten largest holdings"), fund, largestSum(outline, fund, leaves))
      : []),
    ...(benchmark === undefined ? largest(outline, fund, leaves) : activeExtremes(outline)),
  ];
}

/** Half of the sum of the differences from the benchmark, if the table has all holdings of both. */
function activeShare(
  outline: Outline,
  fund: ChartMeasure,
  benchmark: ChartMeasure | undefined,
  leaves: readonly number[],
): KeyFigure[] {
  if (benchmark === undefined || !hasHoldings(outline)) return [];
  if (![fund, benchmark].every((one) => isWhole(outline, one, leaves, 100))) return [];
  const distance = leaves.reduce(
    (sum, row) =>
      sum +
      Math.abs((numberAt(outline.table, fund.index, row) || 0) - (numberAt(outline.table, benchmark.index, row) || 0)),
    0,
  );
  return computedFigure(t("Active share"), fund, distance / 2);
}

/** Weights that add up to the total within this are complete. */
const ROUNDING = 0.01;

/** Whether the rows add up: to the total of the table or, if it has none, to `expected`. A total must equal `expected`, if there is one. */
function isWhole(outline: Outline, measure: ChartMeasure, rows: readonly number[], expected?: number): boolean {
  const [total] = totalRows(outline, lastDay(outline));
  const whole = total === undefined ? expected : numberAt(outline.table, measure.index, total);
  if (whole === undefined) return true;
  if (expected !== undefined && Math.abs(whole - expected) > ROUNDING) return false;
  return Math.abs(sumOf(outline, measure, rows) - whole) <= ROUNDING;
}

function largestSum({ table }: Outline, { index }: ChartMeasure, rows: readonly number[]): number {
  return rows
    .map((row) => numberAt(table, index, row) || 0)
    .sort((a, b) => b - a)
    .slice(0, MAX_LISTED)
    .reduce((sum, value) => sum + value, 0);
}

function largest(outline: Outline, measure: ChartMeasure, rows: readonly number[]): KeyFigure[] {
  const { most } = extremes(outline, measure, rows);
  return most === undefined ? [] : cellFigure(outline, t("Largest: {0}", rowName(outline, most)), measure, most, true);
}

/** The groups with the largest weight above and below the benchmark. */
function activeExtremes(outline: Outline): KeyFigure[] {
  const active = measureOf(outline, "weight", "active");
  if (active === undefined) return [];
  const { most, least } = extremes(outline, active, groupRows(outline));
  const isAbove = (row: number | undefined, sign: 1 | -1) =>
    row !== undefined && sign * numberAt(outline.table, active.index, row) > 0;
  return [
    ...(most !== undefined && isAbove(most, 1)
      ? cellFigure(outline, t("Most overweight: {0}", rowName(outline, most)), active, most, true)
      : []),
    ...(least !== undefined && isAbove(least, -1)
      ? cellFigure(outline, t("Most underweight: {0}", rowName(outline, least)), active, least, true)
      : []),
  ];
}

/** The groups on the last date. */
export function weightsOverTimeFigures(outline: Outline): KeyFigure[] {
  const fund = measureOf(outline, "weight", "fund") ?? measuresWith(outline, "weight")[0];
  const day = lastDay(outline);
  if (fund === undefined || day === undefined) return [];
  const { most } = extremes(outline, fund, groupRows(outline));
  return [
    countFigure(leafNoun(outline), countOfNumbers(outline, fund, leafRows(outline))),
    ...(most === undefined ? [] : cellFigure(outline, t("Most: {0}", rowName(outline, most)), fund, most)),
    ...activeExtremes(outline).slice(0, 1),
    figure(t("Last date"), dayLabel(day), "", true),
    countFigure(t("Dates"), outline.time?.days.length ?? 0, true),
  ];
}
