import { cellValue, columnLabels } from "../cells.ts";
import type { Table } from "../table.ts";

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
export function tableToRows(
  table: Table,
  { includeHidden = false }: { readonly includeHidden?: boolean } = {},
): TableRow[] {
  const labels = columnLabels(table.columns);
  const columns = table.columns
    .map((column, index) => ({ column, label: labels[index] ?? column.name }))
    .filter(({ column }) => includeHidden || !column.isHidden);
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(columns.map(({ column, label }) => [label, cellValue(column, row)])),
  );
}
