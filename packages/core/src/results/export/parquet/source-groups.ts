import type { ByteSource } from "../../byte-source.ts";
import { bytesOfEach, ColumnRows, columnParts, fillColumns } from "../source/column-parts.ts";
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
    groups.push(visibleCells.map((each) => each.firstCells(count)));
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
  const bytesOfPart = bytesOfEach(parts.length);
  const columns = parts.map((part) => {
    const cells = new ColumnCells(part.column.type, part.isVersion1);
    return new ColumnRows(part, source, bytesOfPart, cells);
  });
  const size = rowsOfGroup(columns.length);
  let group = columns.map((): unknown[] => []);
  let rows = 0;
  let bytes = 0;
  for (let remainingRows = rowCount; remainingRows > 0; ) {
    const empty = columns.filter((column) => column.rows === 0);
    const count = await fillColumns(columns, Math.min(remainingRows, size - rows));
    for (const [index, column] of columns.entries()) {
      for (let row = 0; row < count; row++) group[index]?.push(column.values.cellAt(column.next()));
    }
    bytes += sumOfBytes(empty.map(({ values }) => values));
    rows += count;
    remainingRows -= count;
    if (rows === size || bytes >= MAX_BYTES || remainingRows === 0) {
      yield group;
      group = columns.map((): unknown[] => []);
      rows = 0;
      bytes = 0;
    }
  }
}

function sumOfBytes(cells: Iterable<ColumnCells>): number {
  let sum = 0;
  for (const { bytes } of cells) sum += bytes;
  return sum;
}
