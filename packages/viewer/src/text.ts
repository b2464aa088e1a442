import { type Column, cellText, columnFormat, foldHeader, isoDate, type Table } from "@analytics-engines/core/results";
import { formatBytes } from "@analytics-engines/runs/progress";
import { isTranslated, localCount, localDates, localNumber, t } from "./l10n.ts";

/** What a page counts: the text for one, and for several. */
const counted = {
  cell: [t("1 cell"), t("{0} cells")],
  column: [t("1 column"), t("{0} columns")],
  date: [t("1 date"), t("{0} dates")],
  file: [t("1 file"), t("{0} files")],
  group: [t("1 group"), t("{0} groups")],
  key: [t("1 key"), t("{0} keys")],
  line: [t("1 line"), t("{0} lines")],
  "more value": [t("1 more value"), t("{0} more values")],
  "negative weight": [t("1 negative weight"), t("{0} negative weights")],
  number: [t("1 number"), t("{0} numbers")],
  part: [t("1 part"), t("{0} parts")],
  period: [t("1 period"), t("{0} periods")],
  point: [t("1 point"), t("{0} points")],
  row: [t("1 row"), t("{0} rows")],
  run: [t("1 run"), t("{0} runs")],
  table: [t("1 table"), t("{0} tables")],
  unit: [t("1 unit"), t("{0} units")],
  warning: [t("1 warning"), t("{0} warnings")],
} as const;

export type Counted = keyof typeof counted;

/** `1,234 rows`, `1 row`. */
export function countOf(count: number, noun: Counted): string {
  const [singular, plural] = counted[noun];
  return count === 1 ? singular : plural.replace("{0}", localCount(count));
}

/** `active weight` of `Active weight` within an English sentence; a word of several capitals stays. */
export function startSmall(text: string): string {
  return isTranslated ? text : text.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** A number of bytes in powers of ten, in the language of the reader: `1.2 MB`. */
export function byteText(bytes: number): string {
  return localNumber(formatBytes(bytes));
}

/** An instant of the service, such as `2026-11-24T14:49:13.523Z`, to the second; other texts unchanged. */
export function momentText(time: string): string {
  return localDates(time.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?Z$/, "$1 $2 UTC"));
}

/** A date of a result, such as `20240131`, in the language of the reader: `2024-01-31`; other texts unchanged. */
export function dayText(date: string): string {
  return localDates(isoDate(date) ?? date);
}

/** The levels of a column's header in plain words, without empty ones and those that repeat the level above. */
export function headerLevels({ header, name }: Column): readonly string[] {
  const levels = header.filter((text, level) => text !== "" && text !== header[level - 1]);
  return (levels.length > 0 ? levels : [name]).map(foldHeader);
}

/** A column's name in a sentence: its levels, joined. */
export function columnText(column: Column): string {
  return headerLevels(column).join(" | ");
}

/** The same by index; empty if there is no such column. */
export function columnLabel({ columns }: Table, index: number): string {
  const column = columns[index];
  return column ? columnText(column) : "";
}

/** The text on one line, with a mark where its lines end. */
export function oneLine(text: string): string {
  return text.replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/g, " ↵ ");
}

/** A cell as `cellText` of core has it, in the language of the reader. */
export function localCellText(column: Column, row: number): string {
  return localCell(column, cellText(column, row));
}

/** The text of a cell of this column in the language of the reader. Names stay as they are. */
export function localCell(column: Column, text: string): string {
  // A column of names can have dates of groups, too.
  if (columnFormat(column).isDate || /^\d{4}-\d{2}-\d{2}$/.test(text)) return localDates(text);
  if (column.values.kind === "number") return localNumber(text);
  // A number that a double cannot hold is alone among other values.
  return column.values.kind === "json" && /^[+\u2212]?\d[\d.]*$/.test(text) ? localNumber(text) : text;
}
