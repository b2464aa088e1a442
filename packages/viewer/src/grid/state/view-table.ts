import { type Column, columnDays, formatsOfRows, isoDate, type Table } from "@analytics-engines/core/results";
import { headerLevels } from "../../column-text.ts";

/**
 * A part of a table as a table of its own, in the order of the view and in full precision. Dates are ISO, so that no program reads
 * 01/02/2025 as the first of February.
 */
export function viewTable(table: Table, rows: Int32Array, columns: readonly number[]): Table {
  return {
    id: table.id,
    rowCount: rows.length,
    columns: columns.flatMap((index) => {
      const column = table.columns[index];
      return column ? [pick(column, rows)] : [];
    }),
    metadata: table.metadata,
  };
}

function pick(column: Column, rows: Int32Array): Column {
  const base = { ...column, isHidden: false, header: headerLevels(column) };
  const { values } = column;
  const formats = formatsOfRows(column, rows);
  if (values.kind === "number") {
    const { isNull } = values;
    const numbers = Float64Array.from(rows, (row) => values.values[row] ?? Number.NaN);
    if (isNull === undefined) return { ...base, values: { kind: "number", values: numbers, ...formats } };
    const nulls = Uint8Array.from(rows, (row) => isNull[row] ?? 0);
    return { ...base, values: { kind: "number", values: numbers, isNull: nulls, ...formats } };
  }
  if (values.kind === "json") {
    const cells = Array.from(rows, (row) => values.values[row] ?? null);
    return { ...base, values: { kind: "json", values: cells, ...formats } };
  }
  const codes = Int32Array.from(rows, (row) => values.codes[row] ?? -1);
  const isDate = columnDays(column) !== undefined;
  const dictionary = isDate ? values.dictionary.map((text) => isoDate(text) ?? text) : values.dictionary;
  return { ...base, values: { kind: "text", codes, dictionary, ...formats } };
}
