import { type Column, cellText, columnFormat } from "@analytics-engines/core/results";
import { localDates, localNumber } from "./number-language.ts";

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
