import type { Table } from "@analytics-engines/core/results";
import { columnLabel } from "../../column-text.ts";
import type { ChartControl } from "../controls.ts";
import { columnChoice, measureChecklist, optionalChoice } from "../controls.ts";
import { columnDays } from "../dates.ts";
import { likeFirst, MOST_MEASURES } from "../measures.ts";
import { distinctTexts, type Roles, rowsOfLevel, usedLevels } from "../roles.ts";
import {
  type ChartSeries,
  type ChartText,
  largest,
  MOST_SERIES,
  measureNames,
  measuresTitle,
  nameAt,
  reach,
  valueAt,
} from "../values.ts";

/** Measures over time. */
export interface LineSpec {
  readonly kind: "line";
  /** The column of dates. */
  readonly date: number;
  readonly measures: readonly number[];
  /** A column; each of its texts has a line, of the first measure. */
  readonly split?: number | undefined;
  readonly level?: number | undefined;
}

export interface LineData extends ChartText {
  readonly kind: "line";
  /** Milliseconds since 1970, ascending. */
  readonly days: readonly number[];
  readonly series: readonly ChartSeries[];
  /** The number of series, with those that the chart leaves out. */
  readonly seriesCount: number;
}

/** Dates down the rows: the measures over time, or a line for each group if a date has many rows. */
export function suggestLines(table: Table, { dates, categories, measures }: Roles): LineSpec[] {
  const date = dates.find((index) => new Set(daysAt(table, index).filter((day) => !Number.isNaN(day))).size > 1);
  if (date === undefined) return [];
  const days = daysAt(table, date);
  const deepest = usedLevels(table).at(-1);
  const levels = deepest === undefined ? [undefined] : [...new Set([deepest, 0])];
  return levels.flatMap((level): LineSpec[] => {
    const rows = rowsOfLevel(table, level);
    const distinct = new Set(rows.map((row) => days[row])).size;
    if (distinct < 2) return [];
    if (distinct === rows.length) return [{ kind: "line", date, measures: likeFirst(table, measures), level }];
    const split = categories.findLast((index) => distinctTexts(table, index, rows) > 1);
    return split === undefined ? [] : [{ kind: "line", date, measures: measures.slice(0, 1), split, level }];
  });
}

/** The first columns that make lines. */
export function firstLine({ dates: [date], measures: [measure] }: Roles): LineSpec | undefined {
  return date === undefined || measure === undefined ? undefined : { kind: "line", date, measures: [measure] };
}

export function lineControls(
  table: Table,
  spec: LineSpec,
  { dates, categories, measures }: Roles,
): ChartControl<LineSpec>[] {
  const split = (column: number | undefined): LineSpec => ({
    ...spec,
    split: column,
    measures: column === undefined ? spec.measures : spec.measures.slice(0, 1),
  });
  return [
    ...(dates.length > 1 ? [columnChoice(table, "Dates", dates, spec.date, (date) => ({ ...spec, date }))] : []),
    ...(categories.length > 0
      ? [
          optionalChoice(
            "A line for each",
            "measure",
            categories,
            spec.split,
            (index) => columnLabel(table, index),
            split,
          ),
        ]
      : []),
    spec.split === undefined
      ? measureChecklist(table, measures, spec, MOST_MEASURES)
      : columnChoice(table, "Measure", measures, spec.measures[0] ?? -1, (measure) => ({
          ...spec,
          measures: [measure],
        })),
  ];
}

export function lineData(table: Table, spec: LineSpec): LineData {
  const { split, measures } = spec;
  const dayOfRow = daysAt(table, spec.date);
  const rows = rowsOfLevel(table, spec.level).filter((row) => !Number.isNaN(dayOfRow[row] ?? Number.NaN));
  const days = [...new Set(rows.map((row) => dayOfRow[row] ?? 0))].sort((a, b) => a - b);
  const places = new Map(days.map((day, place) => [day, place]));
  const series = (name: string, measure: number, ofRows: readonly number[]): ChartSeries => {
    const values = days.map((): ReturnType<typeof valueAt> => undefined);
    for (const row of ofRows) values[places.get(dayOfRow[row] ?? 0) ?? 0] = valueAt(table, measure, row);
    return { name, values };
  };
  const names = measureNames(table, measures);
  const all =
    split === undefined
      ? measures.map((measure, place) => series(names[place] ?? "", measure, rows))
      : [...Map.groupBy(rows, (row) => nameAt(table, split, row))].map(([name, ofName]) =>
          series(name, measures[0] ?? 0, ofName),
        );
  const { kept, note } = largest(all, MOST_SERIES, "line", ({ values }) => reach(values));
  return {
    kind: "line",
    title: measuresTitle(table, measures, split),
    note,
    days,
    series: kept,
    seriesCount: all.length,
  };
}

/** The day of each row, NaN for none. */
function daysAt(table: Table, index: number): Float64Array {
  const column = table.columns[index];
  return (column && columnDays(column)) ?? new Float64Array(table.rowCount).fill(Number.NaN);
}
