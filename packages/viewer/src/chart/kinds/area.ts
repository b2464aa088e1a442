import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { categories } from "../colour/colours.ts";
import { levelControls, measureChoice } from "../controls.ts";
import { computedText, unitText } from "../read/figures.ts";
import { levelName, type Outline, rowsOf } from "../read/outline.ts";
import { measuresWith, weightsOf } from "../read/pick.ts";
import { noteOf } from "../read/rows.ts";
import { hasSeveralRows, timeSeries } from "../read/series.ts";
import type { AreasData, Series } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** Weights of all groups over time, stacked to 100 %. */
export const area: ChartKindRules = {
  name: t("Stacked area"),

  suggest(outline) {
    const { time, usefulLevels } = outline;
    const weights = weightsOf(outline);
    const [level] = usefulLevels;
    if (time === undefined || weights[0] === undefined || !hasSeveralRows(rowsOf(outline, level), time))
      return undefined;
    return { kind: "area", date: time.column, measures: [weights[0].index], level };
  },

  data(outline, spec): AreasData {
    const { table, time } = outline;
    if (time === undefined) throw new Error("weights over time need a column of dates");
    const [measure = -1] = spec.measures;
    const { series } = timeSeries(outline, spec, time);
    const last = (one: Series) => one.values[time.days.length - 1] || 0;
    const sorted = series.toSorted((a, b) => last(b) - last(a));
    const { areas, notes } = withRest(outline, measure, sorted);
    const unit = unitText(table, measure);
    const of = levelName(outline, spec.level ?? outline.usefulLevels.at(-1));
    const side = measuresWith(outline, "weight").find(({ index }) => index === measure)?.side;
    return {
      shape: "areas",
      title: side === "benchmark" ? t("Benchmark weight by {0}", of) : t("Portfolio weight by {0}", of),
      subtitle: [unit, t("all {0}", countOf(series.length, "group")), countOf(time.days.length, "date")].join(", "),
      note: noteOf([...notes, ...negatives(sorted)]),
      days: time.days,
      series: areas.map((one, place) => ({ ...one, colour: place })),
      unit,
    };
  },

  controls: (outline, spec) => [...measureChoice(outline, weightsOf(outline), spec), ...levelControls(outline, spec)],
};

/** Beyond the colours that a reader can distinguish, one area has the sum of the smaller groups: the whole stays whole. */
function withRest({ table }: Outline, measure: number, sorted: readonly Series[]) {
  const most = categories.light.length;
  if (sorted.length <= most) return { areas: sorted, notes: [] };
  const rest = sorted.slice(most - 1);
  const values = Float64Array.from(sorted[0]?.values ?? [], (_, place) =>
    rest.reduce((sum, one) => sum + (one.values[place] || 0), 0),
  );
  const other: Series = {
    name: t("{0} others", rest.length),
    colour: 0,
    values,
    text: (place) => computedText(table, measure, values[place] ?? 0),
  };
  return {
    areas: [...sorted.slice(0, most - 1), other],
    notes: [t("The {0} smallest groups share one area.", rest.length)],
  };
}

function negatives(series: readonly Series[]): string[] {
  const negativeSeries = series.filter(({ values }) => Array.from(values).some((value) => value < 0));
  return negativeSeries.length === 0
    ? []
    : [t("Negative weights are drawn as 0: {0}.", negativeSeries.map(({ name }) => name).join(", "))];
}
