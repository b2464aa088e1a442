import { isExactNumber } from "../../../json/exact-number.ts";
import { inertText, isNumberText } from "../../../text/spreadsheet.ts";
import { formatValue, plainText } from "../../cells.ts";
import { storageOf } from "../../stach/decode/types.ts";
import type { Column } from "../../table.ts";

/** Options of a CSV. */
export interface CsvOptions {
  /** Write cells by the table's formats, not in full precision. */
  readonly formatted?: boolean;
  /**
   * Put an apostrophe before each formula in a text that a spreadsheet would run, whether it separates cells by commas, semicolons or tabs.
   * Numbers stay unchanged.
   */
  readonly inertFormulas?: boolean;
  /** Begin with a byte-order mark: without it, Excel for Windows reads a CSV file in the code page of the machine, not as UTF-8. */
  readonly byteOrderMark?: boolean;
  /** Include hidden columns. */
  readonly includeHidden?: boolean;
}

/** The options of every CSV file that the product writes, since people open these in spreadsheets. */
export const csvFileOptions = { inertFormulas: true, byteOrderMark: true } as const satisfies CsvOptions;

/** Options of a field. */
export interface FieldOptions extends CsvOptions {
  /**
   * Whether its line begins with it, and goes on after it. A spreadsheet that separates cells by semicolons takes the whole line as one cell, so
   * a text that begins with the sign of a number may begin a formula there.
   */
  readonly beginsLine?: boolean;
}

/** The options of a field by its index among the fields of a line. */
export function fieldOptions(options: CsvOptions, index: number, fieldCount: number): FieldOptions {
  return index === 0 && fieldCount > 1 ? { ...options, beginsLine: true } : options;
}

/** The line end of RFC 4180. */
export const LINE_END = "\r\n";
export const CARRIAGE_RETURN = LINE_END.charCodeAt(0);
export const LINE_FEED = LINE_END.charCodeAt(1);

const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a field: quoted if RFC 4180 requires it, and also if it is empty, since an empty field is null. */
export function textField(text: string, { inertFormulas = false, beginsLine = false }: FieldOptions): string {
  if (text === "") return '""';
  const safe = inertFormulas ? inertText(text, !beginsLine) : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The properties of a column that its fields depend on. */
export type FieldColumn = Pick<Column, "type" | "format" | "nullFormat">;

/** A value as a field of its column. */
export function valueField(column: FieldColumn, value: unknown, options: FieldOptions): string {
  if (isExactNumber(value)) return value.rawJSON;
  if (options.formatted) {
    const text = formatValue(column, value);
    if (value === null && text === "") return "";
    return textField(text, typeof value === "number" && isNumberText(text) ? exactOptions : options);
  }
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = plainText(value);
  return textField(text, storageOf(column.type) === "number" && NUMBER_WORD.test(text) ? exactOptions : options);
}

const exactOptions: FieldOptions = {};
const NUMBER_WORD = /^-?Infinity$/;
