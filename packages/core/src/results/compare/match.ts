import { cellValue, columnLabels, headerText } from "../cells.ts";
import { headerKey } from "../reading/fold.ts";
import { keyColumns } from "../reading/key.ts";
import type { Column, Table } from "../table.ts";
import type { KeyedRows } from "./row-keys.ts";
import { numberRowKeys } from "./row-keys.ts";
import type { ColumnPair, RowKey, TableComparison } from "./types.ts";

/** A column that only one table has, or that is not compared. */
export interface LoneColumn {
  readonly name: string;
  readonly column: Column;
}

export interface MatchedColumns {
  /** In the order of the new table. */
  readonly pairs: readonly ColumnPair[];
  readonly addedColumns: readonly LoneColumn[];
  readonly removedColumns: readonly LoneColumn[];
  /** Headers of columns of one table that share header and name. */
  readonly ambiguous: readonly string[];
}

/**
 * Matches the columns of two tables by header, or by header and name if several columns have the same header. Two spellings of a header are
 * one (`headerKey`). Columns are named by their labels: those of the new table, and after them those of the removed columns.
 */
export function matchColumns(before: Table, after: Table): MatchedColumns {
  const plainHeader = (column: Column) => headerKey(headerText(column));
  const repeated = new Set([
    ...repeatedOf(before.columns.map(plainHeader)),
    ...repeatedOf(after.columns.map(plainHeader)),
  ]);
  const keyOf = (column: Column) => {
    const header = plainHeader(column);
    return JSON.stringify(repeated.has(header) ? [header, column.name] : [header]);
  };
  const [keysBefore, keysAfter] = [before.columns.map(keyOf), after.columns.map(keyOf)];
  const ambiguous = new Set([...repeatedOf(keysBefore), ...repeatedOf(keysAfter)]);
  const columnBefore = new Map(before.columns.map((column, index) => [keysBefore[index], column]));
  const newKeys = new Set([...keysAfter, ...ambiguous]);
  const removedColumns = before.columns.filter((_, index) => !newKeys.has(keysBefore[index] ?? ""));
  const labels = columnLabels([...after.columns, ...removedColumns]);
  const pairs: ColumnPair[] = [];
  const addedColumns: LoneColumn[] = [];
  for (const [index, column] of after.columns.entries()) {
    const key = keysAfter[index] ?? "";
    const name = labels[index] ?? "";
    const earlierColumn = columnBefore.get(key);
    if (ambiguous.has(key)) continue;
    if (earlierColumn === undefined) addedColumns.push({ name, column });
    else pairs.push({ name, before: earlierColumn, after: column });
  }
  const lone = removedColumns.map((column, index) => ({ name: labels[after.columns.length + index] ?? "", column }));
  const ambiguousColumns = [...before.columns, ...after.columns].filter((column) => ambiguous.has(keyOf(column)));
  return { pairs, addedColumns, removedColumns: lone, ambiguous: [...new Set(ambiguousColumns.map(headerText))] };
}

/** The pairs of columns that identify the rows of both tables; none if only the position does. */
export function keyPairs(before: Table, after: Table, pairs: readonly ColumnPair[]): readonly ColumnPair[] {
  const key = keyColumns([
    { columns: pairs.map((pair) => pair.before), rowCount: before.rowCount },
    { columns: pairs.map((pair) => pair.after), rowCount: after.rowCount },
  ]);
  return key.flatMap((index) => pairs[index] ?? []);
}

function repeatedOf(names: readonly string[]): Set<string> {
  const distinct = new Set<string>();
  return new Set(names.filter((name) => distinct.size === distinct.add(name).size));
}

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
    const earlierRows = rowsBefore.get(key) ?? [];
    const [row = 0] = rows;
    const [earlierRow] = earlierRows;
    if (rows.length > 1 || earlierRows.length > 1) {
      duplicates.push({ key: rowKey(after, row), before: earlierRows.length, after: rows.length });
    } else if (earlierRow === undefined) addedRows.push(row);
    else pairs.push([earlierRow, row]);
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

export interface PairedTables {
  readonly pairs: readonly (readonly [before: Table, after: Table])[];
  readonly addedTables: readonly Table[];
  readonly removedTables: readonly Table[];
}

/**
 * Pairs the tables of two results that have the same id. The service may give a table a new id with each result: if equally many tables are
 * left on both sides, they are paired in their order.
 */
export function pairTables(before: readonly Table[], after: readonly Table[]): PairedTables {
  const afterById = new Map(after.map((table) => [table.id, table]));
  const beforeIds = new Set(before.map(({ id }) => id));
  const removedTables = before.filter(({ id }) => !afterById.has(id));
  const addedTables = after.filter(({ id }) => !beforeIds.has(id));
  const inOrder = removedTables.length === addedTables.length;
  const counterpart = new Map(removedTables.map((table, index) => [table, inOrder ? addedTables[index] : undefined]));
  const pairs = before.flatMap((table) => {
    const laterTable = afterById.get(table.id) ?? counterpart.get(table);
    return laterTable === undefined ? [] : [[table, laterTable] as const];
  });
  return inOrder ? { pairs, addedTables: [], removedTables: [] } : { pairs, addedTables, removedTables };
}
