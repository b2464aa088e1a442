import { cellValue } from "../cells.ts";
import { LEVEL_SEPARATOR } from "../decode/headers.ts";
import type { Column, Table } from "../table.ts";
import { type CsvOptions, LINE_END, textField, valueField } from "./fields.ts";

/**
 * A table as CSV by RFC 4180: one header row with the levels of each header joined by ` | `, numbers in full precision, hidden columns
 * left out. Null is an empty field, an empty text is `""`, structs are JSON.
 */
export function tableToCsv(table: Table, options: CsvOptions = {}): string {
  return [...csvLines(table, options)].join("");
}

/** The lines one by one, each with its end, for tables too large for one string. */
export function* csvLines(table: Table, options: CsvOptions = {}): Generator<string> {
  const columns = shownColumns(table, options);
  yield headerLine(columns, options);
  const fields = columns.map((column) => fieldsOf(column, options));
  for (let row = 0; row < table.rowCount; row++) {
    let line = "";
    for (let index = 0; index < fields.length; index++) line += (index === 0 ? "" : ",") + (fields[index]?.(row) ?? "");
    yield line + LINE_END;
  }
}

export function shownColumns(table: Table, options: CsvOptions): readonly Column[] {
  return table.columns.filter((column) => options.includeHidden || !column.isHidden);
}

export function headerLine(columns: readonly Column[], { inertFormulas = false }: CsvOptions): string {
  return columns.map(({ header }) => textField(header.join(LEVEL_SEPARATOR), inertFormulas)).join(",") + LINE_END;
}

/** The field of each row. Texts repeat, so each is written once. */
function fieldsOf(column: Column, options: CsvOptions): (row: number) => string {
  const { values } = column;
  if (values.kind !== "text") return (row) => valueField(column, cellValue(column, row), options);
  const written = values.dictionary.map((text) => valueField(column, text, options));
  const none = valueField(column, null, options);
  return (row) => written[values.codes[row] ?? -1] ?? none;
}
