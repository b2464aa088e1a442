import { cellJson } from "./bytes.ts";
import { definitions, metadataItems, type ResultTable } from "./table.ts";

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
    let text = row === 0 ? '{"values":{' : ',{"values":{';
    for (let index = 0; index < ids.length; index++) {
      text += `${index === 0 ? "" : ","}"${ids[index]}":${cellJson(table.columns[index]?.cells[row])}`;
    }
    yield `${text}}}`;
  }
  yield `],"tableMetadata":${JSON.stringify(metadataItems(table))}},"definition":{"columns":${JSON.stringify(definitions(table, ids))}}}`;
}
