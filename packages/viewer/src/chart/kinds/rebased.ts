import { columnChoice } from "../controls.ts";
import { dayLabel } from "../dates.ts";
import { withMinus } from "../read/figures.ts";
import { measuresWith } from "../read/pick.ts";
import { noteOf } from "../read/rows.ts";
import { largestLines, timeSeries } from "../read/series.ts";
import type { LinesData, Series } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** Prices as lines that all begin at 100, so that their moves compare. */
export const rebased: ChartKindRules = {
  name: "Rebased to 100",

  suggest(outline) {
    const { time } = outline;
    const [price] = measuresWith(outline, "price");
    return time && price && { kind: "rebased", date: time.column, measures: [price.index] };
  },

  data(outline, spec): LinesData {
    const { time } = outline;
    if (time === undefined) throw new Error("prices over time need a column of dates");
    const all = timeSeries(outline, spec, time);
    const common = firstCommonDay(all.series, time.days.length);
    const found = largestLines({ ...all, series: all.series.map((one) => rebase(one, common)) }, movement);
    const late = all.series.length - found.series.length > 0;
    return {
      shape: "lines",
      title: "Prices, rebased",
      subtitle: `${dayLabel(time.days[common] ?? 0)} = 100`,
      note: noteOf(late ? found.notes.map((note) => note.replace("largest", "lines that moved most")) : found.notes),
      days: found.days,
      series: found.series,
      seriesCount: found.seriesCount,
      unit: "",
      base: 100,
    };
  },

  controls(outline, spec) {
    const prices = measuresWith(outline, "price").map(({ index }) => index);
    return prices.length < 2
      ? []
      : [columnChoice(outline.table, "Measure", prices, spec.measures[0], (index) => ({ ...spec, measures: [index] }))];
  },
};

/** The first day on which all lines have a price; else the first day. */
function firstCommonDay(series: readonly Series[], days: number): number {
  for (let place = 0; place < days; place++) if (series.every(({ values }) => isPrice(values[place]))) return place;
  return 0;
}

function isPrice(value: number | undefined): boolean {
  return value !== undefined && value > 0;
}

function rebase(one: Series, common: number): Series {
  const first = isPrice(one.values[common]) ? one.values[common] : Array.from(one.values).find(isPrice);
  const values = Float64Array.from(one.values, (value) =>
    isPrice(value) && first ? (100 * value) / first : Number.NaN,
  );
  return {
    ...one,
    values,
    text: (place) =>
      `${Number.isNaN(values[place] ?? Number.NaN) ? "–" : withMinus((values[place] ?? 0).toFixed(2))} (price ${one.text(place)})`,
  };
}

function movement({ values }: Series): number {
  return Math.max(...Array.from(values, (value) => Math.abs(value - 100) || 0));
}
