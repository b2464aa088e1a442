import { definitions, metadataItems, type ResultTable, rowValues } from "./table.ts";

/** A table as SimplifiedRow: no header rows; the levels of a header are joined by ` | ` in the column's description. */
export function simplifiedRowTable(table: ResultTable) {
  const ids = table.columns.map((_, index) => `col_${index}`);
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({ values: rowValues(table, ids, row) }));
  return { data: { rows, tableMetadata: metadataItems(table) }, definition: { columns: definitions(table, ids) } };
}
