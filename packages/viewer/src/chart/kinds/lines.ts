import { type Measure, parseDay, type TableReading } from "@analytics-engines/core/results";
import { localDay, t } from "../../l10n.ts";
import { inSentence, usefulLevels } from "../../result-words.ts";
import { countOf } from "../../text.ts";
import { levelControls, measureChecklist, measureChoice } from "../controls.ts";
import {
  areUnique,
  drawableMeasures,
  indicesOf,
  MAX_MEASURES,
  mayShareAxis,
  measureNames,
  measuresOfChart,
  sharedTitle,
  withCompanions,
} from "../read/axis.ts";
import { levelOf, noteOf, subtitleOf, titleBy } from "../read/rows.ts";
import {
  countNumbers,
  hasSeries,
  largestLines,
  measureSeries,
  rowOfDays,
  rowSeries,
  type TimeSeries,
} from "../read/series.ts";
import { countValues, fixedText, isInPercent, signed, unitText, valuesOf } from "../read/values.ts";
import type { ChartKindRules, ChartSpec, LinesData, Series } from "../spec.ts";

/** Measures over time as the table has them, or one measure with a line for each row. */
export const line: ChartKindRules = {
  name: t("Line"),

  suggest(reading) {
    const measures = drawableMeasures(reading);
    const ofDays = rowOfDays(reading);
    if (hasOpenPeriod(reading)) return undefined;
    if (ofDays !== undefined) {
      const filled = measures.filter(
        ({ column }) =>
          countValues(
            column,
            ofDays.filter((row) => row >= 0),
          ) > 1,
      );
      const [first] = filled;
      return first && { kind: "line", measures: indicesOf(withCompanions(filled, first)) };
    }
    const [level] = usefulLevels(reading);
    const first = measures.find((measure) => hasSeries(reading, measure));
    const spec: ChartSpec = { kind: "line", measures: first ? [first.index] : [], level };
    return first && hasLines(rowSeries(reading, spec)) ? spec : undefined;
  },

  data(reading, spec): LinesData {
    const measures = measuresOfChart(reading, spec);
    const [first] = measures;
    const isByRow = rowOfDays(reading) === undefined || spec.level !== undefined;
    const { notes, ...lines } = largestLines(isByRow ? rowSeries(reading, spec) : measureSeries(reading, spec));
    const title = sharedTitle(measures);
    const unit = first === undefined ? "" : unitText(reading.table, first);
    const isOverSpan = first?.span !== undefined && first.span !== "period" && first.span !== "level";
    return {
      shape: "lines",
      title: isByRow ? titleBy(reading, title, { level: levelOf(reading, spec) }) : title,
      subtitle: subtitleOf(unit, isOverSpan ? t("as the result has it") : ""),
      note: noteOf(notes),
      ...lines,
      unit,
      ...(first?.span === "cumulative" && isInPercent(first) && { base: 0 }),
    };
  },

  controls(reading, spec) {
    const measures = drawableMeasures(reading);
    if (rowOfDays(reading) !== undefined) return [measureChecklist(reading, measures, spec, MAX_MEASURES)];
    return [...measureChoice(reading, measures, spec), ...levelControls(reading, spec)];
  },
};

/** Whether a period such as `2026 YTD` ends on a day that the table does not say: an axis of time has no place for it. */
function hasOpenPeriod({ time }: TableReading): boolean {
  return time !== undefined && time.partialDays.size > 0;
}

/** Whether at least two days of a line have numbers, and the lines have names of their own. */
function hasLines({ series }: TimeSeries): boolean {
  return series.some(({ values }) => countNumbers(values) > 1) && areUnique(series.map(({ name }) => name));
}

/** Returns of periods in percent, one after the other, from the start of the first period. */
export const cumulative: ChartKindRules = {
  name: t("Cumulative"),
  suggest: (reading) => specOf("cumulative", linkableMeasures(reading)),
  data: (reading, spec) =>
    computedLines(reading, spec, t("Cumulative return"), t("linked from the returns of the periods"), linked),
};

/** How far the value is below its highest before: of linked returns, else of cumulative returns or a level of the table. */
export const drawdown: ChartKindRules = {
  name: t("Drawdown"),

  suggest(reading) {
    const linkable = linkableMeasures(reading);
    if (linkable.length > 0) return specOf("drawdown", linkable);
    const whole = measuresOfDays(reading).filter(
      (measure) =>
        measure.side !== "difference" &&
        ((measure.meaning === "cumulative-return" && measure.span === "cumulative" && isInPercent(measure)) ||
          measure.meaning === "index-level"),
    );
    const [first] = whole;
    return (
      first &&
      specOf(
        "drawdown",
        whole.filter((measure) => mayShareAxis(first, measure)),
      )
    );
  },

  data(reading, spec) {
    const [first] = measuresOfChart(reading, spec);
    const growthOf = first?.isLinkable ? linked : first?.meaning === "index-level" ? fromFirst : unchanged;
    const title = first?.isLinkable
      ? t("Drawdown")
      : t("Drawdown of {0}", inSentence(sharedTitle(measuresOfChart(reading, spec))));
    return computedLines(reading, spec, title, t("below the highest value before"), (values) =>
      fallsOf(growthOf(values)),
    );
  },
};

function specOf(kind: "cumulative" | "drawdown", measures: readonly Measure[]): ChartSpec | undefined {
  if (measures.length === 0 || !areUnique(measureNames(measures))) return undefined;
  return { kind, measures: indicesOf(measures.slice(0, MAX_MEASURES)) };
}

/** The measures with numbers on at least two days, in a table with one row for each day. None if a period ends on no certain day. */
function measuresOfDays(reading: TableReading): readonly Measure[] {
  if (hasOpenPeriod(reading)) return [];
  const rows = rowOfDays(reading)?.filter((row) => row >= 0) ?? [];
  return reading.current.filter(({ column }) => countValues(column, rows) > 1);
}

/**
 * The returns of accounts over the rows' own periods: others are over a longer span, or a part of a return. An account without a return of the
 * first period has no linked line.
 */
export function linkableMeasures(reading: TableReading): readonly Measure[] {
  const rows = Array.from(rowOfDays(reading) ?? []);
  return measuresOfDays(reading).filter(
    (measure) =>
      measure.isLinkable && isInPercent(measure) && countNumbers(linked(valuesOf(measure.column, rows).values)) > 0,
  );
}

function computedLines(
  reading: TableReading,
  spec: ChartSpec,
  title: string,
  how: string,
  compute: (values: ArrayLike<number>) => Float64Array,
): LinesData {
  const lines = largestLines(measureSeries(reading, spec));
  const isLinked = measuresOfChart(reading, spec).every(({ isLinkable }) => isLinkable);
  const start = isLinked ? startOf(reading) : undefined;
  const days = start === undefined ? lines.days : [start, ...lines.days];
  const series = lines.series.map((line): Series => {
    const computed = compute(line.values);
    const values = start === undefined ? computed : Float64Array.of(0, ...computed);
    return { ...line, values, text: (dayIndex) => percentText(values[dayIndex] ?? Number.NaN) };
  });
  return {
    shape: "lines",
    title,
    subtitle: subtitleOf("%", t("{0} to {1}", localDay(days[0] ?? 0), localDay(days.at(-1) ?? 0)), how),
    note: noteOf(lines.notes),
    days,
    series,
    seriesCount: lines.seriesCount,
    unit: "%",
    base: 0,
  };
}

/** The day before the first period, on which all lines are at zero; undefined if the result does not say it. */
function startOf({ table, time }: TableReading): number | undefined {
  const start = parseDay(table.metadata.startDate ?? "");
  return start !== undefined && start < (time?.days[0] ?? 0) ? start : undefined;
}

/** Growth of the value in percent. A period without a return ends the line: what comes after it is not known. */
function linked(values: ArrayLike<number>): Float64Array {
  let growth = 1;
  return Float64Array.from(values, (value) => {
    growth *= 1 + value / 100;
    return 100 * (growth - 1);
  });
}

function unchanged(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values);
}

/** The growth of a level since its first value, in percent. */
function fromFirst(values: ArrayLike<number>): Float64Array {
  const first = Array.from(values).find((value) => !Number.isNaN(value)) ?? Number.NaN;
  return Float64Array.from(values, (value) => 100 * (value / first - 1));
}

function fallsOf(growth: Float64Array): Float64Array {
  let peak = 0;
  return growth.map((value) => {
    if (Number.isNaN(value)) return value;
    peak = Math.max(peak, value);
    return 100 * ((100 + value) / (100 + peak) - 1);
  });
}

function percentText(value: number): string {
  return Number.isNaN(value) ? "–" : `${signed(fixedText(value, 2), value)} %`;
}

/** Prices or levels as lines that all begin at 100, so that a reader can compare their moves. */
export const rebased: ChartKindRules = {
  name: t("Rebased to 100"),

  suggest(reading) {
    const [measure] = levelMeasures(reading);
    if (measure === undefined) return undefined;
    const isByRow = rowOfDays(reading) === undefined;
    if (isByRow && !hasSeries(reading, measure)) return undefined;
    const level = isByRow ? usefulLevels(reading).at(-1) : undefined;
    const all = isByRow ? [measure] : levelMeasures(reading).filter((candidate) => mayShareAxis(measure, candidate));
    const spec: ChartSpec = { kind: "rebased", measures: indicesOf(all.slice(0, MAX_MEASURES)), level };
    const lines = isByRow ? rowSeries(reading, spec) : measureSeries(reading, spec);
    // A single level is best as the table has it.
    const isCompared = measure.meaning === "price" || lines.series.length > 1;
    return isCompared && hasLines(lines) ? spec : undefined;
  },

  data(reading, spec): LinesData {
    const [measure] = measuresOfChart(reading, spec);
    const all = rowOfDays(reading) === undefined ? rowSeries(reading, spec) : measureSeries(reading, spec);
    const common = firstCommonDay(all.series, all.days.length);
    const rebasedLines = { ...all, series: all.series.map((line) => rebase(line, common)) };
    const { notes, ...lines } = largestLines(rebasedLines, movement, (most, count) =>
      t("{1}; only the {0} that moved most are drawn.", most, countOf(count, "line")),
    );
    return {
      shape: "lines",
      title: measure?.meaning === "price" ? t("Prices, rebased") : t("{0}, rebased", measure?.name ?? ""),
      subtitle: `${localDay(lines.days[common] ?? 0)} = 100`,
      note: noteOf(notes),
      ...lines,
      unit: "",
      base: 100,
    };
  },

  controls: (reading, spec) => measureChoice(reading, levelMeasures(reading), spec),
};

/** The prices, else the levels of indices, of the table: no change of a price, and no ratio to it. */
function levelMeasures({ current }: TableReading): readonly Measure[] {
  const prices = current.filter(({ meaning }) => meaning === "price");
  return prices.length > 0 ? prices : current.filter(({ meaning }) => meaning === "index-level");
}

/** The first day on which all lines have a price; else the first day. */
function firstCommonDay(series: readonly Series[], days: number): number {
  for (let dayIndex = 0; dayIndex < days; dayIndex++)
    if (series.every(({ values }) => isPrice(values[dayIndex]))) return dayIndex;
  return 0;
}

function isPrice(value: number | undefined): boolean {
  return value !== undefined && value > 0;
}

function rebase(line: Series, common: number): Series {
  const first = isPrice(line.values[common]) ? line.values[common] : Array.from(line.values).find(isPrice);
  const values = Float64Array.from(line.values, (value) =>
    isPrice(value) && first ? (100 * value) / first : Number.NaN,
  );
  return {
    ...line,
    values,
    text: (dayIndex) => t("{0} (price {1})", fixedText(values[dayIndex] ?? Number.NaN, 2), line.text(dayIndex)),
  };
}

function movement({ values }: Series): number {
  return Math.max(...Array.from(values, (value) => Math.abs(value - 100) || 0));
}
