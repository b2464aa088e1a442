import { type NumberFormat, parseNumberFormat } from "./format/number-format.ts";
import type { Column } from "./table.ts";

/**
 * The value of a cell: a number, a text or null; in a column of structs or mixed cells, the value as the result has it.
 * @example
 * ```ts
 * import { cellValue, type Table } from "@analytics-engines/core/results";
 *
 * export function firstRow(table: Table): unknown[] {
 *   return table.columns.map((column) => cellValue(column, 0));
 * }
 * ```
 */
export function cellValue(column: Column, row: number): unknown {
  const { values } = column;
  if (values.kind === "number") return values.isNull?.[row] === 1 ? null : values.values[row];
  if (values.kind === "text") return values.dictionary[values.codes[row] ?? -1] ?? null;
  return values.values[row] ?? null;
}

/**
 * A value as plain text in full precision. Null becomes an empty text, and a struct becomes JSON.
 * @example
 * ```ts
 * import { plainText } from "@analytics-engines/core/results";
 *
 * console.log(plainText(0.1), plainText(null), plainText({ low: 1 })); // 0.1, nothing, {"low":1}
 * ```
 */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/**
 * A cell as the table formats it: a number by the column's format, null by the column's null format, or as an empty text. A value that the
 * format does not cover (a text, a struct, an unknown kind of format) is plain text.
 * @example
 * ```ts
 * import { formatCell, type Table } from "@analytics-engines/core/results";
 *
 * export function shownRow(table: Table, row: number): string[] {
 *   return table.columns.map((column) => formatCell(column, row)); // "12.35%", "--"
 * }
 * ```
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

/** Kept, because there are few formats and many cells. */
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
