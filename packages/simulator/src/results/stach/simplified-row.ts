import { cellText } from "./bytes.ts";
import { metadataItems, type ResultTable } from "./table.ts";

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
  const definition = table.columns.map(({ name, headers, type, isDimension, parent }, index) => ({
    description: headers.join(" | "),
    id: `col_${index}`,
    ...(isDimension ? { isDimension } : {}),
    name,
    ...(parent === undefined ? {} : { parentId: `col_${parent}` }),
    type,
  }));
  yield '{"data":{"rows":[';
  for (let row = 0; row < table.rowCount; row++) {
    let text = row === 0 ? '{"values":{' : ',{"values":{';
    for (let index = 0; index < table.columns.length; index++) {
      text += `${index === 0 ? "" : ","}"col_${index}":${cellText(table.columns[index]?.cells[row])}`;
    }
    yield `${text}}}`;
  }
  yield `],"tableMetadata":${JSON.stringify(metadataItems(table))}},"definition":{"columns":${JSON.stringify(definition)}}}`;
}
