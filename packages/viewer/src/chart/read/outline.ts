import { formatCell, levelsOfNames, type Table } from "@analytics-engines/core/results";
import { columnLabel } from "../../column-text.ts";
import { isTranslated, t } from "../../l10n.ts";
import { columnDays, localDay } from "../dates.ts";
import { type ChartMeasure, measuresOf } from "./measures.ts";

/** A table as charts read it: what its columns are, and which rows are parts of which. */
export interface Outline {
  readonly table: Table;
  /** The columns of dates. */
  readonly dates: readonly number[];
  /** The columns of texts that name rows, the outermost group first. */
  readonly names: readonly number[];
  readonly measures: readonly ChartMeasure[];
  /** The depth of each row, from 0; undefined if no row is a part of another. */
  readonly levels: Uint8Array | undefined;
  /** The levels that a chart can show, from the outermost: each has several rows, and more than the level above. */
  readonly usefulLevels: readonly number[];
  /** The column of dates that differ, with the day of each row. */
  readonly time: Time | undefined;
}

export interface Time {
  readonly column: number;
  /** Milliseconds since 1970; NaN for none. */
  readonly dayOfRow: Float64Array;
  /** The different days, ascending. */
  readonly days: readonly number[];
  /** Where the day of each row is in `days`; -1 for none. */
  readonly placeOfRow: Int32Array;
}

const outlines = new WeakMap<Table, Outline>();

/** The outline of a table, which is computed once. */
export function outlineOf(table: Table): Outline {
  const outline = outlines.get(table) ?? makeOutline(table);
  outlines.set(table, outline);
  return outline;
}

function makeOutline(table: Table): Outline {
  const dates: number[] = [];
  const names: number[] = [];
  for (const [index, column] of table.columns.entries()) {
    if (column.isHidden) continue;
    if (columnDays(column) !== undefined) dates.push(index);
    else if (column.values.kind === "text") names.push(index);
  }
  const measures = measuresOf(table).filter(({ index }) => !dates.includes(index));
  const levels = table.groupLevels ?? levelsOfNames(table, names);
  const time = timeOf(table, dates);
  return { table, dates, names, measures, levels, usefulLevels: usefulLevels(levels, time), time };
}

/** The first column of dates with several days. */
function timeOf({ columns }: Table, dates: readonly number[]): Time | undefined {
  for (const column of dates) {
    const dayOfRow = columns[column] && columnDays(columns[column]);
    if (dayOfRow === undefined) continue;
    const days = [...new Set(dayOfRow)].filter((day) => !Number.isNaN(day)).sort((a, b) => a - b);
    if (days.length < 2) continue;
    const places = new Map(days.map((day, place) => [day, place]));
    return { column, dayOfRow, days, placeOfRow: Int32Array.from(dayOfRow, (day) => places.get(day) ?? -1) };
  }
  return undefined;
}

/** The levels without those of one row, such as the total, and without those whose groups have one child each. */
function usefulLevels(levels: Uint8Array | undefined, time: Time | undefined): number[] {
  if (levels === undefined) return [];
  const counts = new Map<number, number>();
  const day = time?.days.at(-1);
  for (const [row, level] of levels.entries()) {
    if (day !== undefined && time?.dayOfRow[row] !== day) continue;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  let most = 1;
  return [...counts.keys()]
    .sort((a, b) => a - b)
    .filter((level) => {
      const count = counts.get(level) ?? 0;
      const isUseful = count > most;
      most = Math.max(most, count);
      return isUseful;
    });
}

/** The rows of one level; without a level, all rows that are not parts of a shown row. */
export function rowsOf({ table, levels }: Outline, level: number | undefined, day?: number, time?: Time): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const isOfLevel = level === undefined || levels === undefined || levels[row] === level;
    if (isOfLevel && (day === undefined || time?.dayOfRow[row] === day)) rows.push(row);
  }
  return rows;
}

/** The rows above all parts: the totals. */
export function totalRows(outline: Outline, day?: number): number[] {
  const {
    levels,
    usefulLevels: [first],
    time,
  } = outline;
  if (levels === undefined || (first ?? 1) === 0) return [];
  return rowsOf(outline, 0, day, time);
}

/** The name of a row: its innermost text, preferably a name and not a symbol; without any text, its date. */
export function rowName({ table, names, time }: Outline, row: number): string {
  for (const index of names.toSorted((a, b) => Number(isCode(table, b)) - Number(isCode(table, a))).reverse()) {
    const column = table.columns[index];
    const text = column && formatCell(column, row);
    if (text) return text;
  }
  const day = time?.dayOfRow[row];
  return day === undefined || Number.isNaN(day) ? t("(none)") : localDay(day);
}

/** Whether a column has symbols or properties, which name a row only if no other column does. */
function isCode({ columns }: Table, index: number): boolean {
  const column = columns[index];
  return (
    /symbol|identifier|ticker|cusip|isin|sedol|currency|side|type|status/i.test(column?.header.at(-1) ?? "") ||
    column?.isDimension === false
  );
}

/** What the rows of a level are: the label of the column that names them. */
export function levelName(outline: Outline, level: number | undefined): string {
  const { table, names } = outline;
  const [row] = rowsOf(outline, level).slice(-1);
  const plainNames = names.filter((index) => !isCode(table, index));
  const column = (plainNames.length > 0 ? plainNames : names).findLast((index) => {
    const values = table.columns[index]?.values;
    return values?.kind === "text" && row !== undefined && (values.codes[row] ?? -1) >= 0;
  });
  return column === undefined ? "" : inSentence(columnLabel(table, column));
}

/** `economic sector` of `Economic Sector` within an English sentence; words in capitals stay. */
export function inSentence(label: string): string {
  if (isTranslated) return label;
  return label.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}
