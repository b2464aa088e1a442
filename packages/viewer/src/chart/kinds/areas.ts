import type { Measure, TableReading } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { usefulLevels } from "../../result-words.ts";
import { countOf } from "../../text.ts";
import { categories } from "../colour.ts";
import { levelControls, measureChoice } from "../controls.ts";
import { measuresOfChart, sharedTitle } from "../read/axis.ts";
import { noteOf, subtitleOf, titleBy } from "../read/rows.ts";
import { hasSeries, rowSeries } from "../read/series.ts";
import { computedText, unitText } from "../read/values.ts";
import type { AreasData, ChartKindRules, ChartSpec, Series } from "../spec.ts";

/** Weights of all groups over time, stacked to 100 %. A short position has no area. */
export const area: ChartKindRules = {
  name: t("Stacked area"),

  suggest(reading) {
    const [level] = usefulLevels(reading);
    const [weight] = stackableWeights(reading, level);
    return weight && level !== undefined ? { kind: "area", measures: [weight.index], level } : undefined;
  },

  data(reading, spec): AreasData {
    const [measure] = measuresOfChart(reading, spec);
    const { series, days } = rowSeries(reading, spec);
    if (measure === undefined) throw new Error("weights over time need a column of numbers");
    const last = (area: Series) => area.values[days.length - 1] || 0;
    const sorted = series.toSorted((a, b) => last(b) - last(a));
    const { areas, notes } = withRest(measure, sorted);
    const unit = unitText(reading.table, measure);
    return {
      shape: "areas",
      title: titleBy(reading, sharedTitle([measure]), spec),
      subtitle: subtitleOf(unit, t("all {0}", countOf(series.length, "group")), countOf(days.length, "date")),
      note: noteOf(notes),
      days,
      series: areas.map((area, areaIndex) => ({ ...area, colour: areaIndex })),
      unit,
    };
  },

  controls: (reading, spec) => [
    ...measureChoice(reading, stackableWeights(reading, spec.level), spec),
    ...levelControls(reading, spec),
  ],
};

/** The weights that are parts of a whole on each day, and never below zero. */
function stackableWeights(reading: TableReading, level: number | undefined): readonly Measure[] {
  return reading.current.filter((measure) => {
    if (measure.meaning !== "weight" && measure.meaning !== "weight-benchmark") return false;
    if (!hasSeries(reading, measure)) return false;
    const spec: ChartSpec = { kind: "area", measures: [measure.index], level };
    const { series, days } = rowSeries(reading, spec);
    const isPositive = series.every(({ values }) => !Array.from(values).some((value) => value < 0));
    return isPositive && series.length > 1 && days.length > 1;
  });
}

/** The largest areas, and the sum of the others as the last one. */
function withRest({ column }: Measure, sorted: readonly Series[]): { areas: Series[]; notes: string[] } {
  const most = categories.light.length;
  if (sorted.length <= most) return { areas: [...sorted], notes: [] };
  const rest = sorted.slice(most - 1);
  const values = Float64Array.from(sorted[0]?.values ?? [], (_, dayIndex) =>
    rest.reduce((sum, area) => sum + (area.values[dayIndex] || 0), 0),
  );
  const restArea: Series = {
    name: t("{0} others", rest.length),
    colour: 0,
    values,
    text: (dayIndex) => computedText(column, values[dayIndex] ?? 0),
  };
  return {
    areas: [...sorted.slice(0, most - 1), restArea],
    notes: [t("The {0} smallest groups share one area.", rest.length)],
  };
}
