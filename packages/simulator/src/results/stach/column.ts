import { uuidOf } from "../../catalogue/hash.ts";
import { headerDepth } from "./header-grid.ts";
import { type Cell, definitions, metadataItems, type ResultTable } from "./table.ts";

/**
 * A table as Column: the cells by column; the levels of the headers in a table of their own, joined by `headerId`. Returns both tables with
 * their ids.
 */
export function columnTables(table: ResultTable, id: string, salt: string) {
  const headerTableId = uuidOf(salt, "headers");
  const ids = table.columns.map((_, index) => uuidOf(salt, "column column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "column header", `${index}`));
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({ id: uuidOf(salt, "row", `${row}`) }));
  const cellTable = {
    data: {
      columns: Object.fromEntries(table.columns.map(({ cells }, index) => [ids[index], packedCells(cells)])),
      metadata: { items: metadataItems(table), locations: { table: Object.keys(table.metadata) } },
      // The service leaves the ids of rows out of large tables.
      ...(table.rowCount <= MAX_ROWS_WITH_IDS && { rows }),
    },
    definition: { columns: definitions(table, ids, headerIds), headerTableId },
  };
  return [
    [id, cellTable],
    [headerTableId, headerTable(table, salt, headerIds)],
  ] as const;
}

const MAX_ROWS_WITH_IDS = 1000;

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
function packedCells(cells: readonly Cell[]) {
  const values: Cell[] = [];
  const ranges: Record<number, number> = {};
  for (let row = 0; row < cells.length; ) {
    const length = runAt(cells, row);
    const isRun = length >= MIN_RUN_LENGTH;
    if (isRun) ranges[row] = length;
    values.push(cells[row] ?? null);
    row += isRun ? length : 1;
  }
  return Object.keys(ranges).length > 0 ? { values, ranges } : { values };
}

const MIN_RUN_LENGTH = 3;

/** The number of equal cells from `row` on. */
function runAt(cells: readonly Cell[], row: number): number {
  let end = row + 1;
  while (end < cells.length && cells[end] === cells[row]) end++;
  return end - row;
}
