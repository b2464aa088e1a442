import { dayLabel, formatCell, type Measure, type TableReading } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { partsOfLevel } from "../../result-words.ts";
import { countOf } from "../../text.ts";
import type { BarsData, ChartData, ChartSpec, PairsData, Series } from "../spec.ts";
import { measureColours, measureNames, measuresOfChart } from "./axis.ts";
import { levelOf, rowNames } from "./rows.ts";
import { type FormattedValues, valuesOf, valuesOfRow } from "./values.ts";

/** More lines than this are hard to distinguish. */
const MAX_LINES = 8;

export interface TimeSeries {
  readonly days: readonly number[];
  readonly series: readonly Series[];
  readonly seriesCount: number;
  readonly notes: readonly string[];
}

/** The row of the whole on each day (-1 for none), if the rows say it: that of the total, else the only row. */
export function rowOfDays({ time, roles }: TableReading): Int32Array | undefined {
  if (time === undefined) return undefined;
  const hasTotals = roles.includes("total");
  const rowAt = new Int32Array(time.days.length).fill(-1);
  for (const [row, role] of roles.entries()) {
    const dayIndex = time.indexOfRow[row] ?? -1;
    if (dayIndex < 0 || (hasTotals ? role !== "total" : role !== "leaf")) continue;
    if ((rowAt[dayIndex] ?? -1) >= 0) return undefined;
    rowAt[dayIndex] = row;
  }
  return rowAt;
}

/** The days of the headers' blocks, with the column of a measure in each; undefined if the headers have no days. */
function blockColumns({ blocks, measures }: TableReading, { name, side, owner, meaning }: Measure) {
  const dated = blocks.flatMap(({ end }, block) => (end === undefined ? [] : [{ end, block }]));
  if (dated.length < 2) return undefined;
  const columns = dated.map(
    ({ block }) =>
      measures.find(
        (measure) =>
          measure.block === block &&
          measure.name === name &&
          measure.side === side &&
          measure.owner === owner &&
          measure.meaning === meaning,
      )?.column,
  );
  return columns.includes(undefined) ? undefined : { days: dated.map(({ end }) => end), columns };
}

/** Whether a chart of a measure can have a line for each row of a level. */
export function hasSeries(reading: TableReading, measure: Measure): boolean {
  return reading.time === undefined ? blockColumns(reading, measure) !== undefined : reading.time.hasSeveralRows;
}

/** A line for each measure, in a table with one row for each day. */
export function measureSeries(reading: TableReading, spec: ChartSpec): TimeSeries {
  const measures = measuresOfChart(reading, spec);
  const rows = rowOfDays(reading) ?? [];
  const [names, colours] = [measureNames(measures), measureColours(measures)];
  const series = measures.map(
    ({ column }, seriesIndex): Series => ({
      name: names[seriesIndex] ?? "",
      colour: colours[seriesIndex] ?? 0,
      ...valuesOf(column, rows),
    }),
  );
  return { days: reading.time?.days ?? [], series, seriesCount: series.length, notes: [] };
}

/** A line of one measure for each row of a level, over the days of the rows or of the headers. */
export function rowSeries(reading: TableReading, spec: ChartSpec): TimeSeries {
  const { time, table } = reading;
  const [measure] = measuresOfChart(reading, spec);
  const parts = partsOfLevel(reading, levelOf(reading, spec));
  if (measure === undefined) return { days: [], series: [], seriesCount: 0, notes: [] };
  const seriesOf = (rows: readonly number[], valuesAt: (index: number) => Pick<Series, "values" | "text">) => {
    const names = rowNames(reading, rows);
    return rows.map((_, index): Series => ({ name: names[index] ?? "", colour: index, ...valuesAt(index) }));
  };
  if (time === undefined) {
    const { days = [], columns = [] } = blockColumns(reading, measure) ?? {};
    const series = seriesOf(parts, (index) => valuesOfRow(columns, parts[index] ?? -1));
    return { days, series, seriesCount: series.length, notes: [] };
  }
  const columns = reading.names.flatMap((index) => table.columns[index] ?? []);
  const keyOf = (row: number) => columns.map((column) => formatCell(column, row)).join("\u0000");
  const byName = [...Map.groupBy(parts, keyOf).values()];
  const series = seriesOf(
    byName.map(([row = -1]) => row),
    (index) => {
      const rowAt = new Int32Array(time.days.length).fill(-1);
      for (const row of byName[index] ?? [])
        if ((time.indexOfRow[row] ?? -1) >= 0) rowAt[time.indexOfRow[row] ?? 0] = row;
      return valuesOf(measure.column, rowAt);
    },
  );
  return { days: time.days, series, seriesCount: series.length, notes: [] };
}

/** The lines that reach farthest, each in its colour, and a sentence about the others. Lines of fewer than two values are left out. */
export function largestLines(
  { series, notes, ...rest }: TimeSeries,
  sizeOf: (series: Series) => number = largestAbsolute,
  noteOf = largestNote,
): TimeSeries {
  const filled = series.filter(({ values }) => countNumbers(values) > 1);
  const empty = series.length - filled.length;
  const allNotes = empty === 0 ? notes : [...notes, t("{0} without two values.", countOf(empty, "line"))];
  if (filled.length <= MAX_LINES) return { series: filled, notes: allNotes, ...rest };
  const largest = new Set(filled.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MAX_LINES));
  const note = noteOf(MAX_LINES, filled.length);
  const lines = filled.filter((line) => largest.has(line)).map((line, index) => ({ ...line, colour: index }));
  return { ...rest, series: lines, notes: [...allNotes, note] };
}

function largestNote(most: number, count: number): string {
  return t("The {0} largest of {1} are drawn.", most, countOf(count, "line"));
}

/** How many days have a value, at most two. */
export function countNumbers(values: ArrayLike<number>): number {
  let count = 0;
  for (let index = 0; index < values.length && count < 2; index++)
    if (!Number.isNaN(values[index] ?? Number.NaN)) count++;
  return count;
}

/** The largest distance of values from zero. */
function largestAbsolute({ values }: Series): number {
  let most = 0;
  for (let index = 0; index < values.length; index++) most = Math.max(most, Math.abs(values[index] ?? 0) || 0);
  return most;
}

/** The label of a day as the table has it: `2025`, `2026 YTD`, `2026-04-30`. */
export function dayTexts({ time }: TableReading): readonly string[] {
  return time === undefined ? [] : time.days.map((day, index) => time.labels[index] ?? dayLabel(day));
}

/** Whether the periods of the rows are years, and not days, months or quarters. */
export function isOfYears({ time }: TableReading): boolean {
  return time?.labels.every((label) => /^\d{4}(?!\d|-|\/)/.test(label)) === true;
}

type GroupedData = BarsData | PairsData;

/** Whether a chart stays true with fewer groups. Sorted bars and pairs do; places of an axis and periods do not. */
export function isShortenable(data: ChartData): data is GroupedData {
  return (data.shape === "bars" && !data.isUpright) || data.shape === "pairs";
}

/** Keeps `count` groups: those with the numbers farthest from zero, in their order. The note says so. */
export function largestGroups<Data extends GroupedData>(data: Data, count: number): Data {
  const { groups, series } = data;
  if (!isShortenable(data) || groups.length <= count) return data;
  const lengthOf = (groupIndex: number) =>
    Math.max(...series.map(({ values }) => Math.abs(values[groupIndex] ?? 0) || 0));
  const kept = [...groups.keys()]
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .slice(0, count)
    .toSorted((a, b) => a - b);
  const keep = <Values extends FormattedValues>(all: Values): Values => ({
    ...all,
    values: Float64Array.from(kept, (groupIndex) => all.values[groupIndex] ?? Number.NaN),
    text: (groupIndex) => all.text(kept[groupIndex] ?? -1),
  });
  return {
    ...data,
    groups: kept.map((groupIndex) => groups[groupIndex] ?? ""),
    series: series.map(keep),
    ...(data.shape === "bars" && { totals: data.totals && keep(data.totals) }),
    largest: { count, rowCount: data.largest?.rowCount ?? groups.length, chartCount: groups.length },
  };
}
