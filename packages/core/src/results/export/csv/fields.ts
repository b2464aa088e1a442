import { isExactNumber } from "../../../json/exact-number.ts";
import { formatValue, plainText } from "../../cells.ts";
import { storageOf } from "../../stach/decode/types.ts";
import type { Column } from "../../table.ts";

/** Options of a CSV. */
export interface CsvOptions {
  /** Write cells by the table's formats, not in full precision. */
  readonly formatted?: boolean;
  /** Put an apostrophe before texts that a spreadsheet would run as formulas; numbers stay unchanged. */
  readonly inertFormulas?: boolean;
  /** Include hidden columns. */
  readonly includeHidden?: boolean;
}

/** The line end of RFC 4180. */
export const LINE_END = "\r\n";
export const CARRIAGE_RETURN = LINE_END.charCodeAt(0);
export const LINE_FEED = LINE_END.charCodeAt(1);

const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Spreadsheets strip spaces and invisible characters before they check for a formula, and some normalise full-width and small forms.
 * A text that begins with a tab, a line end or NUL may end the cell before it.
 */
const FORMULA_START = /^(?:[\t\r\n\0]|[\p{Z}\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/u;

/** Whether a spreadsheet may run a text as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA_START.test(text);
}

/** A text as a field: quoted if RFC 4180 requires it, and also if it is empty, since an empty field is null. */
export function textField(text: string, inertFormulas: boolean): string {
  if (text === "") return '""';
  const safe = inertFormulas && isFormula(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The properties of a column that its fields depend on. */
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

/** A formatted number may begin with a sign and is not a formula. */
const LOOKS_LIKE_NUMBER = /^-?[\d.,]+%?$/;
const NUMBER_WORD = /^-?Infinity$/;
