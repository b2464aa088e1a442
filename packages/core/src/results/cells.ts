import { type NumberFormat, parseNumberFormat } from "./format/number-format.ts";
import type { Column } from "./table.ts";

/** The value of a cell: a number, a text, null, or in a column of structs and mixed cells what came. */
export function cellValue(column: Column, row: number): unknown {
  const { values } = column;
  if (values.kind === "number") return values.isNull?.[row] === 1 ? null : values.values[row];
  if (values.kind === "text") return values.dictionary[values.codes[row] ?? -1] ?? null;
  return values.values[row] ?? null;
}

/** A value as plain text in full precision; null is empty, structs are JSON. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/**
 * A cell as the table wants it shown: numbers by the column's format, null by its null format (else empty). What the format cannot
 * show (a text, a struct, a format of an unknown kind) is shown plain.
 */
export function formatCell(column: Column, row: number): string {
  return formatValue(column, cellValue(column, row));
}

/** A value as a column with these formats shows it. */
export function formatValue(column: Pick<Column, "format" | "nullFormat">, value: unknown): string {
  if (value === null) return column.nullFormat ?? "";
  const formatted = typeof value === "number" ? formatOf(column.format)?.(value) : undefined;
  return formatted ?? plainText(value);
}

/** Formats are few and cells are many. */
const formats = new Map<string, NumberFormat | undefined>();
const MOST_FORMATS = 1000;

function formatOf(format: string | undefined): NumberFormat | undefined {
  if (format === undefined) return undefined;
  if (!formats.has(format)) {
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(format, parseNumberFormat(format));
  }
  return formats.get(format);
}
