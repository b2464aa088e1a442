import { t } from "../../l10n.ts";
import { levelControls } from "../controls.ts";
import { localDay, parseDay } from "../dates.ts";
import { fixedText, signed } from "../read/figures.ts";
import { type Outline, rowsOf, type Time } from "../read/outline.ts";
import { measuresWith } from "../read/pick.ts";
import { noteOf } from "../read/rows.ts";
import { hasSeveralRows, largestLines, reach, timeSeries } from "../read/series.ts";
import type { ChartKind, ChartSpec, LinesData, Series } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** Returns of periods in percent, one after the other, from the start of the first period. */
export const cumulative: ChartKindRules = {
  name: t("Cumulative"),
  suggest: (outline) => suggestReturns(outline, "cumulative"),
  data: (outline, spec) =>
    linkedData(outline, spec, t("Cumulative return"), t("linked from the returns of the periods"), linked),
  controls: levelControls,
};

/** How far the value is below its highest before. */
export const drawdown: ChartKindRules = {
  name: t("Drawdown"),
  suggest: (outline) => suggestReturns(outline, "drawdown"),
  data: (outline, spec) => linkedData(outline, spec, t("Drawdown"), t("below the highest value before"), drawdowns),
  controls: levelControls,
};

/** The returns of fund and benchmark in a table with one row for each period, or its totals. */
export function suggestReturns(outline: Outline, kind: ChartKind): ChartSpec | undefined {
  const { time, levels } = outline;
  const returns = measuresWith(outline, "return").filter(
    ({ side, levels: header }) => side !== "active" && !/annual/i.test(header.join(" ")),
  );
  if (time === undefined || returns.length === 0) return undefined;
  const level = levels === undefined ? undefined : 0;
  if (hasSeveralRows(rowsOf(outline, level), time)) return undefined;
  return { kind, date: time.column, measures: returns.slice(0, 6).map(({ index }) => index), level };
}

function linkedData(
  outline: Outline,
  spec: ChartSpec,
  title: string,
  how: string,
  compute: (values: ArrayLike<number>) => Float64Array,
): LinesData {
  const { time } = outline;
  if (time === undefined) throw new Error(`${title} needs a column of dates`);
  const lines = largestLines(timeSeries(outline, spec, time), reach);
  const start = startOf(outline, time);
  const days = start === undefined ? lines.days : [start, ...lines.days];
  const series = ofAccounts(outline, lines.series).map((one): Series => {
    const computed = compute(one.values);
    const values = start === undefined ? computed : Float64Array.of(0, ...computed);
    return { ...one, values, text: (place) => percentText(values[place] ?? Number.NaN) };
  });
  return {
    shape: "lines",
    title,
    subtitle: `%, ${t("{0} to {1}", localDay(days[0] ?? 0), localDay(days.at(-1) ?? 0))}, ${how}`,
    note: noteOf(lines.notes),
    days,
    series,
    seriesCount: lines.seriesCount,
    unit: "%",
    base: 0,
  };
}

/** The day before the first period, on which all lines are at zero; undefined if the result does not say it. */
function startOf({ table }: Outline, { days: [first = 0] }: Time): number | undefined {
  const start = parseDay(table.metadata.startDate ?? "");
  return start !== undefined && start < first ? start : undefined;
}

/**
 * The fund is blue and its benchmark grey. A result with a column for each account does not name the sides: if its metadata names a
 * benchmark, the last column is the benchmark.
 */
function ofAccounts({ table, measures }: Outline, series: readonly Series[]): Series[] {
  const hasSides = measures.some(({ side }) => side === "fund" || side === "benchmark");
  const hasBenchmark = table.metadata.items["Benchmark"]?.length === 1;
  if (hasSides || !hasBenchmark || series.length < 2) return [...series];
  return series.map((one, place) => ({ ...one, colour: place === series.length - 1 ? "bench" : place }));
}

/** Growth of the value in percent. A period without a return ends the line: what comes after it is not known. */
function linked(values: ArrayLike<number>): Float64Array {
  let growth = 1;
  return Float64Array.from(values, (value) => {
    growth *= 1 + value / 100;
    return 100 * (growth - 1);
  });
}

function drawdowns(values: ArrayLike<number>): Float64Array {
  let peak = 0;
  return linked(values).map((value) => {
    peak = Math.max(peak, value);
    return Number.isNaN(value) ? value : 100 * ((100 + value) / (100 + peak) - 1);
  });
}

function percentText(value: number): string {
  return Number.isNaN(value) ? "–" : `${signed(fixedText(value, 2), value)} %`;
}
