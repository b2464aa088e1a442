import { columnLabels, headerText } from "../labels.ts";
import { headerKey } from "../reading/fold.ts";
import { keyColumns } from "../reading/key.ts";
import type { Column, Table } from "../table.ts";

/** A column of both tables, with the label under which it is reported. */
export interface ColumnPair {
  readonly name: string;
  readonly before: Column;
  readonly after: Column;
}

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
    const other = columnBefore.get(key);
    if (ambiguous.has(key)) continue;
    if (other === undefined) addedColumns.push({ name, column });
    else pairs.push({ name, before: other, after: column });
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
