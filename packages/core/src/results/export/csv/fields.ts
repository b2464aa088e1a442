import { isExactNumber } from "../../../json/exact-number.ts";
import { formatValue, plainText } from "../../cells.ts";
import { storageOf } from "../../stach/decode/types.ts";
import type { Column } from "../../table.ts";

/** How a CSV is written. */
export interface CsvOptions {
  /** Cells as the table's formats show them, not in full precision. */
  readonly formatted?: boolean;
  /** Texts that a spreadsheet would run as formulas get an apostrophe before them; numbers stay as they are. */
  readonly inertFormulas?: boolean;
  /** Hidden columns too. */
  readonly includeHidden?: boolean;
}

/** The end of a line, as RFC 4180 has it. */
export const LINE_END = "\r\n";
export const CARRIAGE_RETURN = LINE_END.charCodeAt(0);
export const LINE_FEED = LINE_END.charCodeAt(1);

const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Spreadsheets strip spaces and characters that are not seen before they look for a formula, and some normalise full-width and small forms.
 * A text that begins with a tab, the end of a line or NUL may end the cell before it, whatever follows.
 */
const FORMULA_START = /^(?:[\t\r\n\0]|[\p{Z}\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/u;

/** Whether a spreadsheet may run a text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA_START.test(text);
}

/** A text as a field: quoted where RFC 4180 asks for it, and where it is empty, since a field with nothing in it is null. */
export function textField(text: string, inertFormulas: boolean): string {
  if (text === "") return '""';
  const safe = inertFormulas && isFormula(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What of a column its fields depend on. */
export type FieldColumn = Pick<Column, "type" | "format" | "nullFormat">;

/** A value as a field of its column. */
export function valueField(column: FieldColumn, value: unknown, options: CsvOptions): string {
  const inert = options.inertFormulas ?? false;
  if (isExactNumber(value)) return value.rawJSON;
  if (options.formatted) {
    const text = formatValue(column, value);
    if (value === null && text === "") return "";
    return textField(text, inert && !(typeof value === "number" && LOOKS_LIKE_NUMBER.test(text)));
  }
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = plainText(value);
  return textField(text, inert && !(storageOf(column.type) === "number" && NUMBER_WORD.test(text)));
}

/** A number that its format leaves a number begins with a sign and is no formula. */
const LOOKS_LIKE_NUMBER = /^-?[\d.,]+%?$/;
const NUMBER_WORD = /^-?Infinity$/;
