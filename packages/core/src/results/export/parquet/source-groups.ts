import type { ByteSource } from "../../byte-source.ts";
import { bytesOfEach, columnParts } from "../source/column-parts.ts";
import { ColumnRows } from "../source/column-rows.ts";
import type { SourceTable } from "../source/open-table.ts";
import { readTableRows, TableRows } from "../source/table-rows.ts";
import { ColumnCells } from "./column-cells.ts";
import { columnsToWrite, type RowGroup, rowsOfGroup } from "./row-groups.ts";

/** How many bytes of a source become one group at most, and how often they are counted, in rows. */
const MAX_BYTES = 1 << 24;
const ROWS_BETWEEN_COUNTS = 256;

/** The cells of a table of a source, some rows at a time. */
export function groupsOfSource(
  source: ByteSource,
  opened: SourceTable,
  includeHidden: boolean,
): AsyncGenerator<RowGroup> {
  return opened.primary.table.columns
    ? groupsByColumns(source, opened, includeHidden)
    : groupsByRows(source, opened, includeHidden);
}

async function* groupsByRows(
  source: ByteSource,
  opened: SourceTable,
  includeHidden: boolean,
): AsyncGenerator<RowGroup> {
  const { table, primary } = opened;
  const cells = new Map(table.columns.map((column) => [column, new ColumnCells(column.type, primary.isVersion1)]));
  const visibleCells = columnsToWrite(table, includeHidden).flatMap((column) => cells.get(column) ?? []);
  const size = rowsOfGroup(visibleCells.length);
  const groups: RowGroup[] = [];
  const endGroup = (count: number) => {
    groups.push(groupOf(visibleCells, count));
    for (const each of cells.values()) each.clear();
    rows.rowCount = 0;
  };
  const rows = new TableRows(opened, [...cells.values()], false, (row) => {
    const count = row + 1;
    const isLarge = count % ROWS_BETWEEN_COUNTS === 0 && sumOfBytes(cells.values()) >= MAX_BYTES;
    if (count === size || isLarge) endGroup(count);
  });
  for await (const _ of readTableRows(source, opened, rows)) yield* groups.splice(0);
  if (rows.rowCount > 0) endGroup(rows.rowCount);
  yield* groups;
}

async function* groupsByColumns(
  source: ByteSource,
  opened: SourceTable,
  includeHidden: boolean,
): AsyncGenerator<RowGroup> {
  const { parts, rowCount } = columnParts(opened, includeHidden);
  const bytes = bytesOfEach(parts.length);
  const columns = parts.map((part) => {
    return new ColumnRows(part, source, bytes, new ColumnCells(part.column.type, part.isVersion1));
  });
  const cells = columns.map((column) => column.cells);
  const size = rowsOfGroup(columns.length);
  let rows = 0;
  for (let remainingRows = rowCount; remainingRows > 0; ) {
    const count = Math.min(ROWS_BETWEEN_COUNTS, size - rows, remainingRows);
    for (const column of columns) await readRows(column, rows, rows + count);
    rows += count;
    remainingRows -= count;
    if (rows === size || sumOfBytes(cells) >= MAX_BYTES || remainingRows === 0) {
      yield groupOf(cells, rows);
      for (const each of cells) each.clear();
      rows = 0;
    }
  }
}

/** Reads the next rows of a column into its cells. */
async function readRows(column: ColumnRows<ColumnCells>, from: number, to: number): Promise<void> {
  for (let row = from; row < to; row++) {
    while (!column.next(row)) await column.fill();
    // A long text in many rows is read once for each group.
    if (column.isRepeated && row === 0) column.readAgain(row);
    else if (column.isRepeated) column.cells.repeat(row);
  }
}

function groupOf(cells: readonly ColumnCells[], rowCount: number): RowGroup {
  return { columns: cells.map((each) => each.finish(rowCount)), firstRow: 0, rowCount };
}

function sumOfBytes(cells: Iterable<ColumnCells>): number {
  let sum = 0;
  for (const { bytes } of cells) sum += bytes;
  return sum;
}
