import { definedColumns } from "../decode/assemble.ts";
import type { CellStore } from "../decode/cell-store.ts";
import { type Counting, type Run, rowCountOf, runsOf, type WrittenColumn } from "../decode/columns.ts";
import type { ReadTable } from "../decode/read.ts";
import type { Table } from "../table.ts";

/** How many cells of a table by columns are held at a time: 32 MiB of numbers. */
const CELLS_HELD = 1 << 22;

/** Some rows of a table by columns, and which values of each column they are made of. */
export interface RowWindow {
  readonly rowCount: number;
  /** By the place of the column. */
  readonly values: ReadonlyMap<string, ValueWindow>;
}

export interface ValueWindow {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** The runs among these values, those at the ends cut to the window. */
  readonly runs: readonly Run[];
}

/** Windows that cover the rows of a table whose values were counted. */
export function* windowsOf(
  table: Table,
  read: ReadTable,
  counting: Counting,
  cellsHeld = CELLS_HELD,
): Generator<RowWindow> {
  const columns = definedColumns(read, table.columns);
  const runs = new Map(columns.map((column) => [column, runsOf(column, counting) ?? []]));
  const lengths = new Map(columns.map((column, index) => [table.columns[index]?.id ?? "", lengthOf(column, runs)]));
  const rowCount = rowCountOf(lengths, read.listedRows, `${read.place}.data`);
  const height = Math.max(1, Math.floor(cellsHeld / Math.max(1, columns.length)));
  for (let first = 0; first < rowCount; first += height) {
    const last = Math.min(first + height, rowCount);
    const values = new Map(columns.map((column) => [column.place, valuesOf(first, last, runs.get(column) ?? [])]));
    yield { rowCount: last - first, values };
  }
}

function lengthOf(column: WrittenColumn, runs: ReadonlyMap<WrittenColumn, readonly Run[]>): number {
  return (runs.get(column) ?? []).reduce((sum, [, length]) => sum + length - 1, column.values.length);
}

/** The values that stand for the rows [first, last). */
function valuesOf(first: number, last: number, runs: readonly Run[]): ValueWindow {
  let from = first;
  let to = last;
  let added = 0;
  const within: Run[] = [];
  for (const [index, length] of runs) {
    const [start, end] = [index + added, index + added + length];
    added += length - 1;
    // How the run shifts the indexes of the rows after it.
    from = end <= first ? first - added : start <= first ? index : from;
    to = end <= last ? last - added : start < last ? index + 1 : to;
    const shown = Math.min(end, last) - Math.max(start, first);
    if (shown > 0) within.push([index, shown]);
  }
  return { from, to, runs: within.map(([index, length]) => [index - from, length]) };
}

/** The rows of a window as a table: `stores` hold its values by the place of the column. */
export function tableOfWindow(
  table: Table,
  read: ReadTable,
  window: RowWindow,
  stores: ReadonlyMap<string, CellStore>,
): Table {
  const columns = definedColumns(read, table.columns).map(({ place }, index) => {
    const store = stores.get(place)?.expanded(window.values.get(place)?.runs ?? []);
    const column = table.columns[index];
    if (store === undefined || column === undefined) throw new Error(`${place} was not read`);
    return { ...column, values: store.finish(window.rowCount, column.type) };
  });
  return { ...table, rowCount: window.rowCount, columns };
}
