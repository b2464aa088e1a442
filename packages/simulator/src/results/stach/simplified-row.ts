import { definitions, metadataItems, type ResultTable, rowValues } from "./table.ts";

/** SimplifiedRow: no header rows; the levels of a header are joined by ` | ` in the column's description. */
export function* simplifiedRow(tables: readonly ResultTable[]): Generator<string> {
  yield '{"tables":{';
  for (const [index, table] of tables.entries()) {
    yield `${index === 0 ? "" : ","}"table_${index}":`;
    yield* oneTable(table);
  }
  yield "}}";
}

function* oneTable(table: ResultTable): Generator<string> {
  const ids = table.columns.map((_, index) => `col_${index}`);
  yield '{"data":{"rows":[';
  for (let row = 0; row < table.rowCount; row++) {
    yield `${row === 0 ? "" : ","}{"values":${rowValues(table, ids, row)}}`;
  }
  yield `],"tableMetadata":${JSON.stringify(metadataItems(table))}},"definition":{"columns":${JSON.stringify(definitions(table, ids))}}}`;
}
