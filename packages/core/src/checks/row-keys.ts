import { cellValue } from "../results/cells.ts";
import type { Column } from "../results/table.ts";
import type { TableView } from "./table-view.ts";

/** More than the rows of any table, and its square is a whole number that a double holds. */
const MAX_KEYS = 2 ** 26;

/** Numbers the rows of tables by their cells in key columns: two rows have one number if and only if these cells are the same. */
class RowKeys {
  /** For each key column the number of each cell, and the number of each cell behind the key of the columns before it. */
  readonly #columns: { readonly cells: Map<unknown, number>; readonly keys: Map<number, number> }[] = [];

  /** The number of each row. A second table needs as many columns, in the same order. */
  keysOf(columns: readonly Column[], rowCount: number): Int32Array {
    const rowKeys = new Int32Array(rowCount);
    for (const [at, column] of columns.entries()) {
      this.#columns[at] ??= { cells: new Map(), keys: new Map() };
      const { cells, keys } = this.#columns[at];
      const codes = codesOf(column, rowCount, cells);
      for (let row = 0; row < rowCount; row++)
        rowKeys[row] = numberOf(keys, (rowKeys[row] ?? 0) * MAX_KEYS + (codes[row] ?? 0));
    }
    return rowKeys;
  }
}

/** The number of each cell of a column. */
function codesOf(column: Column, rowCount: number, cells: Map<unknown, number>): Int32Array {
  const { values } = column;
  const empty = numberOf(cells, null);
  if (values.kind !== "text")
    return Int32Array.from({ length: rowCount }, (_, row) => numberOf(cells, keyOfCell(cellValue(column, row))));
  const codes = values.dictionary.map((text) => numberOf(cells, text));
  return Int32Array.from(values.codes, (code) => codes[code] ?? empty);
}

function keyOfCell(cell: unknown): unknown {
  // The letter keeps the JSON of a struct apart from a text.
  return typeof cell === "object" && cell !== null ? `\u0000${JSON.stringify(cell)}` : cell;
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  if (number === numbers.size) numbers.set(key, number);
  return number;
}

/** Rows that share a key with another one: the first of each such pair, and how many rows there are beside the first of their key. */
export function findDuplicates(
  columns: readonly Column[],
  rowCount: number,
  selection: Uint8Array | undefined,
): { readonly first: number; readonly second: number; readonly count: number } | undefined {
  const keys = new RowKeys().keysOf(columns, rowCount);
  const firstRows = new Int32Array(rowCount).fill(-1);
  let pair: { readonly first: number; readonly second: number } | undefined;
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    if (selection?.[row] === 0) continue;
    const key = keys[row] ?? 0;
    const first = firstRows[key] ?? -1;
    if (first < 0) firstRows[key] = row;
    else {
      pair ??= { first, second: row };
      count++;
    }
  }
  return pair && { ...pair, count };
}

/** No row of the earlier table has the key. */
export const NO_ROW = -1;
/** Several rows of one of the tables have the key. */
export const SEVERAL_ROWS = -2;

/**
 * For each row the row of the earlier table with the same key, `NO_ROW` or `SEVERAL_ROWS`. Without key columns, rows are matched by position.
 */
export function matchRows(
  view: TableView,
  earlier: TableView,
  key: readonly { readonly before: Column; readonly after: Column }[],
): Int32Array {
  if (key.length === 0)
    return Int32Array.from({ length: view.rowCount }, (_, row) => (row < earlier.rowCount ? row : NO_ROW));
  const rowKeys = new RowKeys();
  const before = rowKeys.keysOf(
    key.map((pair) => pair.before),
    earlier.rowCount,
  );
  const after = rowKeys.keysOf(
    key.map((pair) => pair.after),
    view.rowCount,
  );
  const rowOfKey = new Int32Array(earlier.rowCount + view.rowCount).fill(NO_ROW);
  for (const [row, rowKey] of before.entries()) rowOfKey[rowKey] = rowOfKey[rowKey] === NO_ROW ? row : SEVERAL_ROWS;
  const usedKeys = new Uint8Array(rowOfKey.length);
  for (const rowKey of after) {
    if (usedKeys[rowKey] === 1) rowOfKey[rowKey] = SEVERAL_ROWS;
    usedKeys[rowKey] = 1;
  }
  return after.map((rowKey) => rowOfKey[rowKey] ?? NO_ROW);
}
