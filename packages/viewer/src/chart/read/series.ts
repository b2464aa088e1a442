import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import type { Colour } from "../colour/colours.ts";
import type { ChartSpec, Series } from "../spec.ts";
import { figuresOf } from "./figures.ts";
import { type Outline, rowName, rowsOf, type Time } from "./outline.ts";
import { measureColours, measureNames, measuresOfChart } from "./pick.ts";

/** More lines than this are hard to distinguish. */
export const MAX_LINES = 8;

export interface TimeSeries {
  readonly days: readonly number[];
  readonly series: readonly Series[];
  readonly seriesCount: number;
  readonly notes: readonly string[];
}

/** A line for each measure; if a day has several rows, a line for each name, with the first measure. */
export function timeSeries(outline: Outline, spec: ChartSpec, time: Time): TimeSeries {
  const rows = rowsOf(outline, spec.level ?? outline.usefulLevels.at(-1)).filter((row) => placeOf(time, row) >= 0);
  const rowByDay = (ofRows: readonly number[]) => {
    const rowAt = new Int32Array(time.days.length).fill(-1);
    for (const row of ofRows) rowAt[placeOf(time, row)] = row;
    return rowAt;
  };
  const seriesOf = (name: string, colour: Colour, measure: number, rowAt: Int32Array): Series => ({
    name,
    colour,
    ...figuresOf(outline.table, measure, rowAt),
  });
  const measures = measuresOfChart(outline, spec);
  if (!hasSeveralRows(rows, time)) {
    const colours = measureColours(measures);
    const names = measureNames(outline, measures);
    const rowAt = rowByDay(rows);
    const series = measures.map(({ index }, place) => seriesOf(names[place] ?? "", colours[place] ?? 0, index, rowAt));
    return { days: time.days, series, seriesCount: series.length, notes: [] };
  }
  const byName = Map.groupBy(rows, (row) => rowName(outline, row));
  const all = [...byName].map(([name, ofName], place) =>
    seriesOf(name, place, spec.measures[0] ?? -1, rowByDay(ofName)),
  );
  return { days: time.days, series: all, seriesCount: all.length, notes: [] };
}

/** Whether a day has several rows, so that each name has a line. */
export function hasSeveralRows(rows: readonly number[], time: Time): boolean {
  // A mark for each day: a set of the days took a third of the time of a drawing.
  const isTaken = new Uint8Array(time.days.length);
  for (const row of rows) {
    const place = placeOf(time, row);
    if (isTaken[place] === 1) return true;
    if (place >= 0) isTaken[place] = 1;
  }
  return false;
}

function placeOf({ placeOfRow }: Time, row: number): number {
  return placeOfRow[row] ?? -1;
}

/** The lines that reach farthest, each in its colour, and a sentence about the others. Lines without a value are left out. */
export function largestLines(
  { series, notes, ...rest }: TimeSeries,
  reachOf: (one: Series) => number,
  noteOf = largestNote,
): TimeSeries {
  const filled = series.filter(({ values }) => hasValue(values));
  const empty = series.length - filled.length;
  const allNotes = empty === 0 ? notes : [...notes, t("{0} without values.", countOf(empty, "line"))];
  if (filled.length <= MAX_LINES) return { series: filled, notes: allNotes, ...rest };
  const largest = new Set(filled.toSorted((a, b) => reachOf(b) - reachOf(a)).slice(0, MAX_LINES));
  const note = noteOf(MAX_LINES, filled.length);
  const lines = filled.filter((one) => largest.has(one)).map((one, place) => ({ ...one, colour: place }));
  return { ...rest, series: lines, notes: [...allNotes, note] };
}

function largestNote(most: number, count: number): string {
  return t("The {0} largest of {1} are drawn.", most, countOf(count, "line"));
}

/** Whether a line has a value on any day. */
export function hasValue(values: ArrayLike<number>): boolean {
  for (let place = 0; place < values.length; place++) if (!Number.isNaN(values[place] ?? Number.NaN)) return true;
  return false;
}

/** The largest distance of values from zero. */
export function reach({ values }: Series): number {
  let most = 0;
  for (let place = 0; place < values.length; place++) most = Math.max(most, Math.abs(values[place] ?? 0) || 0);
  return most;
}
