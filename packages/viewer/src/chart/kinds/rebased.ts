import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { measureChoice } from "../controls.ts";
import { localDay } from "../dates.ts";
import { fixedText } from "../read/figures.ts";
import { measuresWith } from "../read/pick.ts";
import { noteOf } from "../read/rows.ts";
import { largestLines, timeSeries } from "../read/series.ts";
import type { LinesData, Series } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** Prices as lines that all begin at 100, so that a reader can compare their moves. */
export const rebased: ChartKindRules = {
  name: t("Rebased to 100"),

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
    const rebasedLines = { ...all, series: all.series.map((one) => rebase(one, common)) };
    const lines = largestLines(rebasedLines, movement, (most, count) =>
      t("{1}; only the {0} that moved most are drawn.", most, countOf(count, "line")),
    );
    return {
      shape: "lines",
      title: t("Prices, rebased"),
      subtitle: `${localDay(time.days[common] ?? 0)} = 100`,
      note: noteOf(lines.notes),
      days: lines.days,
      series: lines.series,
      seriesCount: lines.seriesCount,
      unit: "",
      base: 100,
    };
  },

  controls: (outline, spec) => measureChoice(outline, measuresWith(outline, "price"), spec),
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
    text: (place) => t("{0} (price {1})", fixedText(values[place] ?? Number.NaN, 2), one.text(place)),
  };
}

function movement({ values }: Series): number {
  return Math.max(...Array.from(values, (value) => Math.abs(value - 100) || 0));
}
