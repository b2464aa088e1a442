import { columnDays, dayLabel } from "../format/dates.ts";
import type { Column, Table } from "../table.ts";
import { headerKey } from "./fold.ts";
import { readHeader } from "./header.ts";
import { countDifferentRows } from "./key.ts";
import type { Measure } from "./measures.ts";
import type { RowRole } from "./rows.ts";
import { parseMoment } from "./types.ts";

/** The time of a table whose rows are of days or periods. */
export interface RowTime {
  readonly column: number;
  /** The day of each row, or the last day of its period, milliseconds since 1970; NaN for a row without one. */
  readonly dayOfRow: Float64Array;
  /** The different days, ascending. */
  readonly days: readonly number[];
  /** The index in `days` of each row; -1 for a row without a day. */
  readonly indexOfRow: Int32Array;
  /** The text of each day: `2026-04-30`, `2025`, `2026 YTD`. */
  readonly labels: readonly string[];
  /** The indexes of days that the label calls a part of a period, such as `2026 YTD`. */
  readonly partialDays: ReadonlySet<number>;
  /** Whether a day has several rows, so that names tell them apart. */
  readonly hasSeveralRows: boolean;
}

/** A day or a period of the headers, with its own measures. */
export interface HeaderBlock {
  /** The text of the header, `28-APR-2026` as `2026-04-28`; `Total` for the block of all periods. */
  readonly label: string;
  /** The last day, milliseconds since 1970; undefined for the block of all periods. */
  readonly end: number | undefined;
}

/** The day of each row of a column of dates, months, quarters or years, with the text of the cell; undefined for other columns. */
export interface Days {
  readonly dayOfRow: Float64Array;
  /** The label of a day as its cell has it. */
  readonly labels: ReadonlyMap<number, string>;
}

/** Reads the days of a column; undefined if a cell of it names no day. */
export function daysOf(column: Column): Days | undefined {
  const days = columnDays(column);
  const label = (day: number) => dayLabel(day);
  if (days !== undefined) return { dayOfRow: days, labels: labelsOf(days, label) };
  const { meaning } = readHeader(column.header);
  if (meaning !== "date-of-row") return undefined;
  const { values } = column;
  if (values.kind === "json") return undefined;
  const texts = values.kind === "text" ? values.dictionary : [...new Set(values.values)].map(String);
  const moments = new Map(texts.map((text) => [text, parseMoment(text)]));
  moments.delete("NaN");
  if (moments.size === 0 || [...moments.values()].includes(undefined)) return undefined;
  const textOf = (row: number) =>
    values.kind === "text" ? values.dictionary[values.codes[row] ?? -1] : String(values.values[row]);
  const rowCount = values.kind === "text" ? values.codes.length : values.values.length;
  const dayOfRow = Float64Array.from(
    { length: rowCount },
    (_, row) => moments.get(textOf(row) ?? "")?.end ?? Number.NaN,
  );
  const names = new Map(
    [...moments.values()].flatMap((moment) => (moment ? [[moment.end, moment.text] as const] : [])),
  );
  return { dayOfRow, labels: names };
}

function labelsOf(days: Float64Array, label: (day: number) => string): ReadonlyMap<number, string> {
  return new Map([...new Set(days)].filter((day) => !Number.isNaN(day)).map((day) => [day, label(day)]));
}

/**
 * The time of the rows: a column of dates that repeat over names, or that alone name the rows. A date that differs from security to security is
 * an attribute.
 * @param dates the columns of dates
 * @param names the columns that name rows
 */
export function readRowTime(
  table: Table,
  dates: ReadonlyMap<number, Days>,
  names: readonly number[],
  roles: readonly RowRole[],
): RowTime | undefined {
  const times = [...dates].flatMap(([column, days]) => {
    if (readHeader(table.columns[column]?.header ?? []).meaning === "date-attribute") return [];
    const rows = [...roles.keys()].filter((row) => roles[row] !== "note" && !Number.isNaN(days.dayOfRow[row]));
    const hasSeveralRows = new Set(rows.map((row) => days.dayOfRow[row])).size < rows.length;
    const isTime = hasSeveralRows ? repeatOverNames(table, names, column, rows) : areNames(table, names, rows);
    return isTime ? [{ ...timeOf(column, days), hasSeveralRows }] : [];
  });
  // A column that names its rows by date says so before others.
  const isDimension = ({ column }: RowTime) => table.columns[column]?.isDimension === true;
  const usable = times.filter(({ days }) => days.length > 1);
  return usable.find(isDimension) ?? usable[0];
}

function timeOf(column: number, { dayOfRow, labels }: Days): Omit<RowTime, "hasSeveralRows"> {
  const days = [...labels.keys()].sort((a, b) => a - b);
  const indexes = new Map(days.map((day, index) => [day, index]));
  const texts = days.map((day) => labels.get(day) ?? dayLabel(day));
  return {
    column,
    dayOfRow,
    days,
    indexOfRow: Int32Array.from(dayOfRow, (day) => indexes.get(day) ?? -1),
    labels: texts,
    partialDays: new Set(texts.flatMap((text, index) => (/\bytd\b|to date|partial/i.test(text) ? [index] : []))),
  };
}

/** Whether several rows of a day have different names, and some name has several days. */
function repeatOverNames(table: Table, names: readonly number[], date: number, rows: readonly number[]): boolean {
  if (names.length === 0 || countKeys(table, names, rows) === rows.length) return false;
  return countKeys(table, [...names, date], rows) === rows.length;
}

/** Whether no column of names tells the rows apart, so that their dates do. */
function areNames(table: Table, names: readonly number[], rows: readonly number[]): boolean {
  return names.length === 0 || countKeys(table, names, rows) < rows.length;
}

function countKeys(table: Table, columns: readonly number[], rows: readonly number[]): number {
  const keyed = { columns: columns.flatMap((index) => table.columns[index] ?? []), rowCount: table.rowCount };
  return countDifferentRows(keyed, rows);
}

/** The blocks of the headers, and the block of each measure (-1 for none). */
interface Blocks {
  /** By their last day; the block of all periods is the last. */
  readonly blocks: readonly HeaderBlock[];
  readonly blockOfColumn: ReadonlyMap<number, number>;
}

/** The days, periods and years in the headers, or in columns of one date each that stand in each of several equal blocks. */
export function readBlocks(table: Table, measures: readonly Measure[], dates: ReadonlyMap<number, Days>): Blocks {
  const labelled = measures.flatMap((measure) => {
    const block = blockOfHeader(measure);
    return block === undefined ? [] : [[measure.index, block] as const];
  });
  const pairs = labelled.length > 0 ? labelled : repeatedBlocks(table, dates);
  const different = new Map(pairs.map(([, block]) => [block.label, block]));
  const blocks = [...different.values()].sort((a, b) => (a.end ?? Infinity) - (b.end ?? Infinity));
  const indexes = new Map(blocks.map(({ label }, index) => [label, index]));
  return { blocks, blockOfColumn: new Map(pairs.map(([column, { label }]) => [column, indexes.get(label) ?? -1])) };
}

function blockOfHeader({ moment, isTotalBlock }: Measure): HeaderBlock | undefined {
  if (isTotalBlock) return { label: "Total", end: undefined };
  if (moment === undefined) return undefined;
  const { start, end, text } = moment;
  const isDay = start === undefined || start === end;
  return { label: isDay ? dayLabel(end) : text, end };
}

/** Equal headers side by side, with a column of one and the same date in each block. */
function repeatedBlocks(table: Table, dates: ReadonlyMap<number, Days>): (readonly [number, HeaderBlock])[] {
  const columnsByHeader = new Map<string, number[]>();
  for (const [index, column] of table.columns.entries()) {
    const key = headerKey(column.header.join(" | "));
    columnsByHeader.set(key, [...(columnsByHeader.get(key) ?? []), index]);
  }
  const repeated = [...columnsByHeader.values()].filter((columns) => columns.length > 1);
  const count = repeated[0]?.length ?? 0;
  if (repeated.length < 2 || repeated.some((columns) => columns.length !== count)) return [];
  const dated = repeated.find((columns) => columns.every((column) => onlyDay(dates.get(column)) !== undefined));
  if (dated === undefined) return [];
  const blocks = dated.map((column): HeaderBlock => {
    const end = onlyDay(dates.get(column)) ?? Number.NaN;
    return { label: dayLabel(end), end };
  });
  return repeated.flatMap((columns) =>
    columns.flatMap((column, at) => (blocks[at] ? [[column, blocks[at]] as const] : [])),
  );
}

function onlyDay(days: Days | undefined): number | undefined {
  return days?.labels.size === 1 ? [...days.labels.keys()][0] : undefined;
}
