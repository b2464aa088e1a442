import { t } from "../../l10n.ts";
import { levelControls, measureChecklist, nameChoice } from "../controls.ts";
import { localDay } from "../dates.ts";
import { figuresOf, numberAt, unitText } from "../read/figures.ts";
import type { ChartMeasure } from "../read/measures.ts";
import { levelName, type Outline } from "../read/outline.ts";
import {
  areAlike,
  byInterest,
  MAX_MEASURES,
  measureColours,
  measureNames,
  measuresOfChart,
  measuresWith,
  sharedTitle,
  withCompanions,
} from "../read/pick.ts";
import { hasSeriesInTime, noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { BarsData, ChartSpec, Series } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** The most measures that have a bar each. */
const MAX_GROUPED_MEASURES = 24;
/** With at most this many rows, a reader may want to compare the measures. */
const FEW_ROWS = 3;
const MAX_SERIES = 8;

/** Measures of groups: one measure sorted and coloured by sign, or fund and benchmark side by side. */
export const bars: ChartKindRules = {
  name: t("Bars"),

  suggest(outline) {
    const [level] = outline.usefulLevels;
    if (outline.names.length === 0 && outline.dates.length === 0) return undefined;
    const { rows } = rowsToday(outline, level);
    const family = rows.length <= FEW_ROWS ? largestFamily(outline.measures) : [];
    // A few rows with a measure for each period.
    if (family.length > rows.length) return { kind: "bars", measures: indices(family), across: true, level };
    const [first] = measuresWith(outline, "contribution", "fund").concat(byInterest(outline.measures));
    if (first === undefined) return undefined;
    const measures = first.quantity === "contribution" ? [first] : withCompanions(outline, first);
    return { kind: "bars", measures: indices(measures), level };
  },

  data(outline, spec): BarsData {
    return spec.across ? acrossData(outline, spec) : groupData(outline, spec);
  },

  controls(outline, spec) {
    const { names, dates, table } = outline;
    const across: ChartSpec = spec.across
      ? { ...spec, across: undefined, measures: spec.measures.slice(0, MAX_MEASURES) }
      : { ...spec, across: true };
    return [
      ...nameChoice(table, [...names, ...dates], spec),
      measureChecklist(outline, spec, spec.across ? MAX_GROUPED_MEASURES : MAX_MEASURES),
      {
        type: "checkbox",
        label: t("Measures as groups"),
        options: [{ text: t("Measures as groups"), isChosen: spec.across === true, spec: across }],
      },
      ...levelControls(outline, spec),
    ];
  },
};

function groupData(outline: Outline, spec: ChartSpec): BarsData {
  const { table, time } = outline;
  const measures = measuresOfChart(outline, spec);
  const [first = -1] = spec.measures;
  const today = rowsToday(outline, spec.level, first);
  const reach = (row: number) => {
    const numbers = spec.measures.map((index) => numberAt(table, index, row)).filter((value) => !Number.isNaN(value));
    return measures.length === 1
      ? (numbers[0] ?? Number.NaN)
      : (numbers.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? Number.NaN);
  };
  const isInTime = time !== undefined && !hasSeriesInTime(outline);
  const { rows, notes, day, missing = 0 } = isInTime ? today : sortedRows(today, reach);
  const colours = measureColours(measures);
  const names = measureNames(outline, measures);
  const series = measures.map(
    ({ index }, place): Series => ({
      name: names[place] ?? "",
      colour: measures.length === 1 ? "sign" : (colours[place] ?? 0),
      ...figuresOf(table, index, rows),
    }),
  );
  const groups =
    isInTime && time ? rows.map((row) => localDay(time.dayOfRow[row] ?? 0)) : rowNames(outline, rows, spec.category);
  const of = levelName(outline, spec.level ?? outline.usefulLevels.at(-1));
  return {
    shape: "bars",
    title: of ? t("{0} by {1}", sharedTitle(outline, measures), of) : sharedTitle(outline, measures),
    subtitle: subtitleOf(unitText(table, first), day, isInTime ? "" : t("largest first")),
    note: noteOf(notes),
    groups,
    series,
    seriesCount: series.length,
    missing,
    unit: unitText(table, first),
  };
}

function acrossData(outline: Outline, spec: ChartSpec): BarsData {
  const { table } = outline;
  const measures = measuresOfChart(outline, spec);
  const today = rowsToday(outline, spec.level, spec.measures[0]);
  const { rows, notes, day } = sortedRows(
    today,
    (row) => Math.max(...spec.measures.map((index) => Math.abs(numberAt(table, index, row)) || 0)),
    MAX_SERIES,
  );
  const seriesRows = today.rows.filter((row) => rows.includes(row));
  const names = rowNames(outline, seriesRows, spec.category);
  const series = seriesRows.map(
    (row, place): Series => ({
      name: names[place] ?? "",
      colour: seriesRows.length === 1 ? "sign" : place,
      values: Float64Array.from(spec.measures, (index) => numberAt(table, index, row)),
      text: (at) => figuresOf(table, spec.measures[at] ?? -1, [row]).text(0),
    }),
  );
  const unit = unitText(table, spec.measures[0] ?? -1);
  return {
    shape: "bars",
    title: sharedTitle(outline, measures),
    subtitle: subtitleOf(unit, day, ""),
    note: noteOf(notes),
    groups: measureNames(outline, measures),
    series,
    seriesCount: today.rows.length,
    unit,
  };
}

/** `%, on 2026-10-30, largest first`. */
export function subtitleOf(unit: string, day: string | undefined, order: string): string {
  return [unit, day === undefined ? "" : t("on {0}", day), order].filter(Boolean).join(", ");
}

/** The most measures below one header that can share an axis, if their names differ. */
function largestFamily(measures: readonly ChartMeasure[]): ChartMeasure[] {
  const families: [ChartMeasure, ...ChartMeasure[]][] = [];
  for (const measure of measures) {
    const family = families.find(
      ([first]) => areAlike(first, measure) && parentHeader(first) === parentHeader(measure),
    );
    if (family) family.push(measure);
    else families.push([measure]);
  }
  const largest: readonly ChartMeasure[] = families.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const parts = largest.filter(({ quantity }) => quantity !== "total effect");
  const names = new Set(parts.map(({ levels }) => levels.at(-1)));
  return names.size === parts.length ? parts.slice(0, MAX_GROUPED_MEASURES) : [];
}

function parentHeader({ levels }: ChartMeasure): string {
  return levels.slice(0, -1).join("\n");
}

export function indices(measures: readonly ChartMeasure[]): number[] {
  return measures.map(({ index }) => index);
}
