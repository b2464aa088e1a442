import { cellValue } from "../cells.ts";
import { type KeyedRows, numberRowKeys } from "./row-keys.ts";
import type { RowKey, TableComparison } from "./types.ts";

/** Matches rows by the values of the key columns, or by position if there are none. Pairs are in the order of the new rows. */
export function matchRowsByKey(before: KeyedRows, after: KeyedRows) {
  const [keysBefore = noRows, keysAfter = noRows] = numberRowKeys([before, after]).keys;
  const rowsBefore = Map.groupBy(keysBefore.keys(), (row) => keysBefore[row]);
  const rowsAfter = Map.groupBy(keysAfter.keys(), (row) => keysAfter[row]);
  const pairs: [before: number, after: number][] = [];
  const addedRows: number[] = [];
  const removedRows: number[] = [];
  const duplicates: TableComparison["rows"]["duplicates"][number][] = [];
  for (const [key, rows] of rowsAfter) {
    const others = rowsBefore.get(key) ?? [];
    const [row = 0] = rows;
    const [other] = others;
    if (rows.length > 1 || others.length > 1) {
      duplicates.push({ key: rowKey(after, row), before: others.length, after: rows.length });
    } else if (other === undefined) addedRows.push(row);
    else pairs.push([other, row]);
  }
  for (const [key, rows] of rowsBefore) {
    const [row = 0] = rows;
    if (rowsAfter.has(key)) continue;
    if (rows.length > 1) duplicates.push({ key: rowKey(before, row), before: rows.length, after: 0 });
    else removedRows.push(row);
  }
  return { pairs, added: addedRows, removed: removedRows, duplicates };
}

/** The key that identifies a row for a reader. */
export function rowKey({ columns }: KeyedRows, row: number): RowKey {
  return columns.length === 0 ? [row] : columns.map((column) => cellValue(column, row));
}

/** The parts of a row's key that name it, for a reader: without the empty cells of other levels, unless all cells are empty. */
export function namesOfRow(row: RowKey): RowKey {
  const names = row.filter((value) => value !== null && value !== "");
  return names.length > 0 ? names : row;
}

const noRows = new Int32Array();
/** No row of the earlier table has the key. */
export const NO_ROW = -1;
/** Several rows of one of the tables have the key. */
export const SEVERAL_ROWS = -2;

/** As `matchRowsByKey`, for a million rows: for each row after the change the one before with the same key, `NO_ROW` or `SEVERAL_ROWS`. */
export function matchManyRows(before: KeyedRows, after: KeyedRows): Int32Array {
  const { keys, size } = numberRowKeys([before, after]);
  const [keysBefore = noRows, keysAfter = noRows] = keys;
  const rowOfKey = new Int32Array(size).fill(NO_ROW);
  for (const [row, key] of keysBefore.entries()) rowOfKey[key] = rowOfKey[key] === NO_ROW ? row : SEVERAL_ROWS;
  const usedKeys = new Uint8Array(size);
  for (const key of keysAfter) {
    if (usedKeys[key] === 1) rowOfKey[key] = SEVERAL_ROWS;
    usedKeys[key] = 1;
  }
  return keysAfter.map((key) => rowOfKey[key] ?? NO_ROW);
}
