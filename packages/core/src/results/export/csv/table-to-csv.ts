import { BYTE_ORDER_MARK } from "../../../text/spreadsheet.ts";
import { cellValue, formatOfCell } from "../../cells.ts";
import { columnLabels } from "../../labels.ts";
import type { Column, Table } from "../../table.ts";
import { type CsvOptions, type FieldOptions, fieldOptions, LINE_END, textField, valueField } from "./fields.ts";

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
export function headerLine({ columns }: Table, options: CsvOptions): string {
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
