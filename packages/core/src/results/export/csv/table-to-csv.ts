import { cellValue } from "../../cells.ts";
import { columnLabels } from "../../labels.ts";
import type { Column, Table } from "../../table.ts";
import { type CsvOptions, LINE_END, textField, valueField } from "./fields.ts";

/**
 * A table as CSV by RFC 4180: one header row with the label of each column (`columnLabels`), numbers in full precision, hidden columns
 * left out. Null is an empty field, an empty text is `""`, structs are JSON.
 */
export function tableToCsv(table: Table, options: CsvOptions = {}): string {
  return [...csvLines(table, options)].join("");
}

/** The lines one by one, each with its end, for tables too large for one string. */
export function* csvLines(table: Table, options: CsvOptions = {}): Generator<string> {
  const columns = shownColumns(table, options);
  yield headerLine(table, options);
  const fields = columns.map((column) => fieldsOf(column, options));
  for (let row = 0; row < table.rowCount; row++) {
    let line = "";
    for (let index = 0; index < fields.length; index++) line += (index === 0 ? "" : ",") + (fields[index]?.(row) ?? "");
    yield line + LINE_END;
  }
}

function shownColumns(table: Table, options: CsvOptions): readonly Column[] {
  return table.columns.filter(({ isHidden }) => options.includeHidden || !isHidden);
}

/** Labels are those among all columns, so that a column has the same one whether hidden columns are shown or not. */
export function headerLine({ columns }: Table, options: CsvOptions): string {
  const labels = columnLabels(columns).filter((_, index) => options.includeHidden || !columns[index]?.isHidden);
  return labels.map((label) => textField(label, options.inertFormulas ?? false)).join(",") + LINE_END;
}

/** The field of each row. Texts repeat, so each is written once. */
function fieldsOf(column: Column, options: CsvOptions): (row: number) => string {
  const { values } = column;
  if (values.kind !== "text") return (row) => valueField(column, cellValue(column, row), options);
  const written = values.dictionary.map((text) => valueField(column, text, options));
  const none = valueField(column, null, options);
  return (row) => written[values.codes[row] ?? -1] ?? none;
}
