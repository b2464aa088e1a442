import { definitions, metadataItems, type ResultTable, rowValues } from "./table.ts";

/** A table as SimplifiedRow: no header rows; the levels of a header are joined by ` | ` in the column's description. */
export function* simplifiedRowTable(table: ResultTable): Generator<string> {
  const ids = table.columns.map((_, index) => `col_${index}`);
  yield '{"data":{"rows":[';
  for (let row = 0; row < table.rowCount; row++) {
    yield `${row === 0 ? "" : ","}{"values":${rowValues(table, ids, row)}}`;
  }
  yield `],"tableMetadata":${JSON.stringify(metadataItems(table))}},"definition":{"columns":${JSON.stringify(definitions(table, ids))}}}`;
}
