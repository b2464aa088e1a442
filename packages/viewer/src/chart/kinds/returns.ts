import { levelControls } from "../controls.ts";
import { dayLabel } from "../dates.ts";
import { signed, withMinus } from "../read/figures.ts";
import { type Outline, rowsOf } from "../read/outline.ts";
import { measuresWith } from "../read/pick.ts";
import { noteOf } from "../read/rows.ts";
import { hasSeveralRows, largestLines, reach, timeSeries } from "../read/series.ts";
import type { ChartKind, ChartSpec, LinesData, Series } from "../spec.ts";
import type { Kind } from "./kind.ts";

/** Returns of periods in percent, one after the other, from the start of the first period. */
export const cumulative: Kind = {
  name: "Cumulative",
  suggest: (outline) => suggestReturns(outline, "cumulative"),
  data: (outline, spec) =>
    linkedData(outline, spec, "Cumulative return", "linked from the returns of the periods", linked),
  controls: levelControls,
};

/** How far the value is below its highest before. */
export const drawdown: Kind = {
  name: "Drawdown",
  suggest: (outline) => suggestReturns(outline, "drawdown"),
  data: (outline, spec) => linkedData(outline, spec, "Drawdown", "below the highest value before", drawdowns),
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
  const found = largestLines(timeSeries(outline, spec, time), reach);
  const series = ofAccounts(outline, found.series).map((one): Series => {
    const values = compute(one.values);
    return { ...one, values, text: (place) => percentText(values[place] ?? Number.NaN) };
  });
  return {
    shape: "lines",
    title,
    subtitle: `%, ${how}, ${dayLabel(time.days[0] ?? 0)} to ${dayLabel(time.days.at(-1) ?? 0)}`,
    note: noteOf(found.notes),
    days: found.days,
    series,
    seriesCount: found.seriesCount,
    unit: "%",
    base: 0,
  };
}

/**
 * The fund is blue and its benchmark grey. Results of accounts beside each other name no side: the metadata says that there is a benchmark,
 * and it comes after the accounts.
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
  return Number.isNaN(value) ? "–" : `${signed(withMinus(value.toFixed(2)), value)} %`;
}
