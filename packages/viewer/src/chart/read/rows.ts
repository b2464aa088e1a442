import { t } from "../../l10n.ts";
import { countOf } from "../../text.ts";
import { localDay } from "../dates.ts";
import { figureText } from "./figures.ts";
import { type Outline, rowName, rowsOf, totalRows } from "./outline.ts";

/** More bars than this are too many to read. */
export const MAX_GROUPS = 40;

/** The rows of one moment and one level, and the sentences about the rows that are left out. */
export interface ChartRows {
  readonly rows: readonly number[];
  readonly notes: readonly string[];
  /** The number of rows that are left out because they have no number. */
  readonly missing?: number;
  /** The day of the rows if the table has several. */
  readonly day: string | undefined;
}

/** The rows of a level; in a table over time, those of the last day, since bars of several days would count a group twice. */
export function rowsToday(outline: Outline, level: number | undefined, measure?: number): ChartRows {
  const { time, usefulLevels, table } = outline;
  const rowLevel = level ?? usefulLevels.at(-1);
  const day = hasSeriesInTime(outline) ? time?.days.at(-1) : undefined;
  const rows = rowsOf(outline, rowLevel, day, time);
  const notes: string[] = [];
  const [total] = totalRows(outline, day);
  if (total !== undefined && measure !== undefined && rowLevel !== 0) {
    notes.push(t("The total, {0}, is not drawn beside its parts.", figureText(table, measure, total)));
  }
  if (day !== undefined && time) notes.push(t("{0}; only the last is drawn.", countOf(time.days.length, "date")));
  return { rows, notes, day: day === undefined ? undefined : localDay(day) };
}

/** Whether a level has several rows to compare. */
export function hasParts(outline: Outline, level: number | undefined): boolean {
  return rowsToday(outline, level).rows.length > 1;
}

/** Whether a day has several rows. */
export function hasSeriesInTime(outline: Outline): boolean {
  const { time, usefulLevels } = outline;
  if (time === undefined) return false;
  const rows = rowsOf(outline, usefulLevels.at(-1));
  return rows.filter((row) => time.dayOfRow[row] === time.days.at(-1)).length > 1;
}

/** The rows with a number, the largest first; if there are too many, only those farthest from zero. */
export function sortedRows(candidates: ChartRows, numberOf: (row: number) => number, most = MAX_GROUPS): ChartRows {
  const rowsWithNumber = candidates.rows.filter((row) => !Number.isNaN(numberOf(row)));
  const notes = [...candidates.notes];
  const missing = candidates.rows.length - rowsWithNumber.length;
  if (missing === 1) notes.push(t("1 row without a number is not drawn."));
  if (missing > 1) notes.push(t("{0} without a number are not drawn.", countOf(missing, "row")));
  const largest = rowsWithNumber.toSorted((a, b) => Math.abs(numberOf(b)) - Math.abs(numberOf(a))).slice(0, most);
  if (largest.length < rowsWithNumber.length)
    notes.push(t("The {0} largest of {1} are drawn.", most, countOf(rowsWithNumber.length, "row")));
  return { ...candidates, rows: largest.sort((a, b) => numberOf(b) - numberOf(a)), notes, missing };
}

/** The names of rows; equal names get the texts of other columns that differ. */
export function rowNames(outline: Outline, rows: readonly number[], category?: number): string[] {
  const { table, names, dates } = outline;
  const textOf = (index: number, row: number) => {
    const values = table.columns[index]?.values;
    return values?.kind === "text" ? (values.dictionary[values.codes[row] ?? -1] ?? t("(none)")) : "";
  };
  const baseNames = rows.map((row) => (category === undefined ? rowName(outline, row) : textOf(category, row)));
  if (new Set(baseNames).size === baseNames.length) return baseNames;
  const others = [...names, ...dates].filter((index) => {
    const texts = rows.map((row) => textOf(index, row));
    return new Set(texts).size > 1 && texts.some((text, place) => text !== baseNames[place]);
  });
  return baseNames.map((name, place) => [name, ...others.map((index) => textOf(index, rows[place] ?? 0))].join(", "));
}

export function noteOf(notes: readonly string[]): string | undefined {
  return notes.length > 0 ? notes.join(" ") : undefined;
}
