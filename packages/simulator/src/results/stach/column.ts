import { uuidOf } from "../../catalogue/hash.ts";
import { cellJson } from "./bytes.ts";
import { headerDepth } from "./header-grid.ts";
import { type Cell, definitions, metadataItems, type ResultTable } from "./table.ts";

/** A table as Column: the cells by column; the levels of the headers in a table of their own, joined by `headerId`. */
export function* columnTable(table: ResultTable, salt: string): Generator<string> {
  const headerTableId = uuidOf(salt, "headers");
  const ids = table.columns.map((_, index) => uuidOf(salt, "column column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "column header", `${index}`));
  yield '{"data":{"columns":{';
  for (let index = 0; index < ids.length; index++) {
    yield `${index === 0 ? "" : ","}"${ids[index]}":`;
    yield* cellsOf(table.columns[index]?.cells ?? []);
  }
  const metadata = { items: metadataItems(table), locations: { table: Object.keys(table.metadata) } };
  yield `},"metadata":${JSON.stringify(metadata)}`;
  // The service leaves the ids of rows out of large tables.
  if (table.rowCount <= 1000) {
    const rows = Array.from({ length: table.rowCount }, (_, row) => ({ id: uuidOf(salt, "row", `${row}`) }));
    yield `,"rows":${JSON.stringify(rows)}`;
  }
  yield `},"definition":${JSON.stringify({ columns: definitions(table, ids, headerIds), headerTableId })}},"${headerTableId}":`;
  yield JSON.stringify(headerTable(table, salt, headerIds));
}

/** A row for each column that is not a dimension, a column for each level. */
function headerTable(table: ResultTable, salt: string, headerIds: readonly string[]) {
  const valueColumns = table.columns.flatMap((column, index) =>
    column.isDimension ? [] : [{ column, id: headerIds[index] }],
  );
  const levels = Array.from({ length: headerDepth(table) }, (_, level) => uuidOf(salt, "column level", `${level}`));
  const valuesOf = (level: number) => valueColumns.map(({ column }) => column.headers[level] ?? null);
  return {
    data: {
      columns: Object.fromEntries(levels.map((id, level) => [id, { values: valuesOf(level) }])),
      rows: valueColumns.map(({ id }) => ({ id })),
    },
    definition: { columns: levels.map((id, level) => ({ id, name: `header${level}`, type: "string" })) },
  };
}

/** The cells of a column, each run of three or more equal ones written once. Its key in `ranges` is the row where it begins. */
function* cellsOf(cells: readonly Cell[]): Generator<string> {
  const ranges: string[] = [];
  yield '{"values":[';
  for (let row = 0; row < cells.length; ) {
    const length = runAt(cells, row);
    const isRun = length >= MIN_RUN_LENGTH;
    if (isRun) ranges.push(`"${row}":${length}`);
    yield row === 0 ? cellJson(cells[row]) : `,${cellJson(cells[row])}`;
    row += isRun ? length : 1;
  }
  yield ranges.length > 0 ? `],"ranges":{${ranges.join(",")}}}` : "]}";
}

const MIN_RUN_LENGTH = 3;

/** The number of equal cells from `row` on. */
function runAt(cells: readonly Cell[], row: number): number {
  let end = row + 1;
  while (end < cells.length && cells[end] === cells[row]) end++;
  return end - row;
}
