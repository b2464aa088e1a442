import { t } from "../../l10n.ts";
import type { Colour } from "../colour/colours.ts";
import { levelControls } from "../controls.ts";
import { localDay } from "../dates.ts";
import { computedText, figuresOf, numberAt, signed, unitText } from "../read/figures.ts";
import type { ChartMeasure } from "../read/measures.ts";
import { levelName, type Outline, rowsOf } from "../read/outline.ts";
import { measuresOfChart, measuresWith } from "../read/pick.ts";
import { hasSeriesInTime, noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { BarsData, Series } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

/** The effects of an attribution, stacked for each group; their total is a tick. */
export const effects: ChartKindRules = {
  name: t("Effects"),

  suggest(outline) {
    const parts = effectMeasures(outline);
    const [level] = outline.usefulLevels;
    // A waterfall shows the effects of a total without groups.
    if (parts.length < 2 || rowsOf(outline, level).length < 2) return undefined;
    return { kind: "effects", measures: parts.map(({ index }) => index), level };
  },

  data(outline, spec): BarsData {
    const { table, time } = outline;
    const parts = measuresOfChart(outline, spec);
    const [total] = measuresWith(outline, "total effect");
    const sumOf = (row: number) =>
      total
        ? numberAt(table, total.index, row)
        : spec.measures.reduce((sum, index) => sum + (numberAt(table, index, row) || 0), 0);
    const periods = effectsInTime(outline);
    const chartRows = periods
      ? { rows: periods, notes: [], day: undefined }
      : rowsToday(outline, spec.level, total?.index);
    const { rows, notes, day } = periods ? chartRows : sortedRows(chartRows, sumOf);
    const values = Float64Array.from(rows, sumOf);
    const of = levelName(outline, spec.level ?? outline.usefulLevels.at(-1));
    const unit = unitText(table, spec.measures[0] ?? -1);
    return {
      shape: "bars",
      isStacked: true,
      title: periods ? t("Effects by period") : t("Effects by {0}", of),
      subtitle: subtitleOf(unit, day, periods ? "" : t("largest total first")),
      note: noteOf(notes),
      groups: periods && time ? rows.map((row) => localDay(time.dayOfRow[row] ?? 0)) : rowNames(outline, rows),
      series: effectSeries(outline, parts, rows),
      seriesCount: parts.length,
      totals: {
        values,
        text: (place) =>
          signed(computedText(table, total?.index ?? spec.measures[0] ?? -1, values[place] ?? 0), values[place] ?? 0),
      },
      unit,
    };
  },

  controls: levelControls,
};

/** Over time, the total of each period is what a reader follows. */
function effectsInTime(outline: Outline): number[] | undefined {
  const { time, usefulLevels } = outline;
  if (!time || !hasSeriesInTime(outline) || (usefulLevels[0] ?? 0) === 0) return undefined;
  return rowsOf(outline, 0).filter((row) => !Number.isNaN(time.dayOfRow[row] ?? Number.NaN));
}

/** The effects of an attribution without their total. */
export function effectMeasures(outline: Outline): ChartMeasure[] {
  return measuresWith(outline, "effect");
}

/** An effect has one colour in all charts. */
const effectColours: readonly (readonly [RegExp, Colour])[] = [
  [/allocation/i, 3],
  [/selection/i, 1],
  [/interaction/i, 2],
  [/currency/i, 4],
  [/timing|trading/i, 5],
];

export function effectColour({ levels }: ChartMeasure, place: number): Colour {
  return effectColours.find(([words]) => words.test(levels.at(-1) ?? ""))?.[1] ?? 6 + (place % 5);
}

/** `Allocation` of `Active | Allocation Effect`. */
export function effectName({ levels }: ChartMeasure): string {
  return (levels.at(-1) ?? "").replace(/\s*effect$/i, "").replace(/^active /i, "");
}

function effectSeries({ table }: Outline, parts: readonly ChartMeasure[], rows: readonly number[]): Series[] {
  return parts.map((part, place) => ({
    name: effectName(part),
    colour: effectColour(part, place),
    ...figuresOf(table, part.index, rows),
  }));
}
