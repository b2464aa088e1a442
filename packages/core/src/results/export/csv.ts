import { isExactNumber } from "../../json/exact-number.ts";
import { BYTE_ORDER_MARK, inertText, isNumberText } from "../../text/spreadsheet.ts";
import { cellValue, columnLabels, formatOfCell, formatValue, plainText } from "../cells.ts";
import { storageOf } from "../stach/decode/storage.ts";
import type { Column, Table } from "../table.ts";

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

/**
 * A table as CSV by RFC 4180, with a header row of column labels (`columnLabels`), numbers in full precision, and no hidden columns. Null
 * becomes an empty field, an empty text becomes `""`, and a struct becomes JSON.
 */
export function tableToCsv(table: Table, options: CsvOptions = {}): string {
  return [...csvLines(table, options)].join("");
}

/** The lines of `tableToCsv` one by one, each with its line end, for a table whose CSV is too large for one string. */
export function* csvLines(table: Table, options: CsvOptions = {}): Generator<string> {
  const columns = shownColumns(table, options);
  yield headerLine(table, options);
  const fields = columns.map((column, index) => fieldsOf(column, fieldOptions(options, index, columns.length)));
  for (let row = 0; row < table.rowCount; row++) {
    let line = "";
    for (let index = 0; index < fields.length; index++) line += (index === 0 ? "" : ",") + (fields[index]?.(row) ?? "");
    yield line + LINE_END;
  }
}

function shownColumns(table: Table, options: CsvOptions): readonly Column[] {
  return table.columns.filter(({ isHidden }) => options.includeHidden || !isHidden);
}

/** Labels count hidden columns, so that a column has the same label whether hidden columns are included or not. */
function headerLine({ columns }: Table, options: CsvOptions): string {
  const labels = columnLabels(columns).filter((_, index) => options.includeHidden || !columns[index]?.isHidden);
  const fields = labels.map((label, index) => textField(label, fieldOptions(options, index, labels.length)));
  return `${options.byteOrderMark ? BYTE_ORDER_MARK : ""}${fields.join(",")}${LINE_END}`;
}

/** A function from a row to its field. Each text of a dictionary is formatted once. */
function fieldsOf(column: Column, options: FieldOptions): (row: number) => string {
  const { values } = column;
  if (options.formatted && values.formats) {
    return (row) => valueField({ ...formatOfCell(column, row), type: column.type }, cellValue(column, row), options);
  }
  if (values.kind !== "text") return (row) => valueField(column, cellValue(column, row), options);
  const written = values.dictionary.map((text) => valueField(column, text, options));
  const none = valueField(column, null, options);
  return (row) => written[values.codes[row] ?? -1] ?? none;
}

/** Options of a field. */
interface FieldOptions extends CsvOptions {
  /**
   * Whether its line begins with it, and goes on after it. A spreadsheet that separates cells by semicolons takes the whole line as one cell, so
   * a text that begins with the sign of a number may begin a formula there.
   */
  readonly beginsLine?: boolean;
}

/** The options of a field by its index among the fields of a line. */
function fieldOptions(options: CsvOptions, index: number, fieldCount: number): FieldOptions {
  return index === 0 && fieldCount > 1 ? { ...options, beginsLine: true } : options;
}

/** The line end of RFC 4180. */
const LINE_END = "\r\n";

const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a field: quoted if RFC 4180 requires it, and also if it is empty, since an empty field is null. */
function textField(text: string, { inertFormulas = false, beginsLine = false }: FieldOptions): string {
  if (text === "") return '""';
  const safe = inertFormulas ? inertText(text, !beginsLine) : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The properties of a column that its fields depend on. */
type FieldColumn = Pick<Column, "type" | "format" | "nullFormat">;

/** A value as a field of its column. */
function valueField(column: FieldColumn, value: unknown, options: FieldOptions): string {
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
