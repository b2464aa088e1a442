import { numberFormatOf } from "./format/number-format.ts";
import { LEVEL_SEPARATOR } from "./stach/decode/headers.ts";
import type { CellFormat, CellFormats, Column, Table } from "./table.ts";

/** The value of a cell: a number, a text or null; in a column of structs or mixed cells, the value as the result has it. */
export function cellValue(column: Pick<Column, "values">, row: number): unknown {
  const { values } = column;
  if (values.kind === "number") return values.isNull?.[row] === 1 ? null : values.values[row];
  if (values.kind === "text") return values.dictionary[values.codes[row] ?? -1] ?? null;
  return values.values[row] ?? null;
}

/** A value as plain text in full precision. Null becomes an empty text, and a struct becomes JSON. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/**
 * A cell as the table formats it: a number by the format of the cell, null by its null format, or as an empty text. A value that the
 * format does not cover (a text, a struct, an unknown kind of format) is plain text.
 */
export function formatCell(column: Column, row: number): string {
  return formatValue(formatOfCell(column, row), cellValue(column, row));
}

/** The format of a cell. Its own precedes that of its row, and that of its row precedes that of the column; each property by itself. */
export function formatOfCell(column: Column, row: number): CellFormat {
  const { formats, codes } = column.values.formats ?? {};
  const cellFormat = formats?.[codes?.[row] ?? -1];
  if (cellFormat === undefined) return column;
  const { format, nullFormat, align } = column;
  return {
    ...(format === undefined ? {} : { format }),
    ...(nullFormat === undefined ? {} : { nullFormat }),
    ...(align === undefined ? {} : { align }),
    ...cellFormat,
  };
}

/** The formats that cells have of their own, for a column that is made of these rows; -1 stands for a row that the column does not have. */
export function formatsOfRows(
  { values: { formats } }: Column,
  rows: ArrayLike<number>,
): { readonly formats?: CellFormats } {
  if (formats === undefined) return {};
  return { formats: { ...formats, codes: Int32Array.from(rows, (row) => formats.codes[row] ?? -1) } };
}

/** A value in a format. */
export function formatValue({ format, nullFormat }: CellFormat, value: unknown): string {
  if (value === null) return nullFormat ?? "";
  const formattedNumber = typeof value === "number" ? numberFormatOf(format)?.(value) : undefined;
  return formattedNumber ?? plainText(value);
}

/** The header of a column as one text: its levels joined by ` | `. */
export function headerText({ header }: Pick<Column, "header">): string {
  return header.join(LEVEL_SEPARATOR);
}

/**
 * The label of each column, which is unique in the table: its header, and for the second and later columns with the same header also a
 * number (`Weight`, `Weight (2)`). A number that another header already ends with is skipped. CSV and comparisons use the labels.
 */
export function columnLabels(columns: readonly Pick<Column, "header">[]): string[] {
  const headers = columns.map(headerText);
  const usedLabels = new Set(headers);
  const numbers = new Map<string, number>();
  return headers.map((header) => {
    let number = numbers.get(header);
    if (number === undefined) {
      numbers.set(header, 1);
      return header;
    }
    do number++;
    while (usedLabels.has(`${header} (${number})`));
    numbers.set(header, number);
    const label = `${header} (${number})`;
    usedLabels.add(label);
    return label;
  });
}

/**
 * The name of the file of an exported table, without its extension: that of its unit and, if there are several tables, the number of the table
 * from 1 (`weights`, `weights-2`). The id of a table, such as `table_0`, says nothing to a reader.
 */
export function exportName(unit: string, index: number, tableCount: number): string {
  return tableCount > 1 ? `${unit}-${index + 1}` : unit;
}

/** A row of a table: each cell by the label of its column, as `cellValue` gives it. */
export type TableRow = Readonly<Record<string, unknown>>;

/**
 * The rows of a table as plain objects, by column labels (`columnLabels`), which are unique. Null stays null, and hidden columns are left
 * out, as in `tableToCsv`. All rows are in memory at once: for a large table, read cells with `cellValue`.
 *
 * @example
 * ```ts
 * import { decodeResultBytes, tableToRows } from "@analytics-engines/core/results";
 *
 * const bytes = new TextEncoder().encode(
 *   '{"definition": {"columns": [{"id": "a", "name": "Weight"}]}, "data": {"rows": [{"values": {"a": 1}}]}}',
 * );
 * for (const table of await decodeResultBytes(bytes)) console.log(tableToRows(table)); // [ { Weight: 1 } ]
 * ```
 */
export function tableToRows(table: Table): TableRow[] {
  const labels = columnLabels(table.columns);
  const columns = table.columns
    .map((column, index) => ({ column, label: labels[index] ?? column.name }))
    .filter(({ column }) => !column.isHidden);
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(columns.map(({ column, label }) => [label, cellValue(column, row)])),
  );
}
