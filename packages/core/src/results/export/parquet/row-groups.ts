import type { Column, Table } from "../../table.ts";

/** Some rows of the columns that are written. */
export interface RowGroup {
  readonly columns: readonly Pick<Column, "values">[];
  readonly firstRow: number;
  readonly rowCount: number;
}

/** How many cells a group of rows has at most, which decides the memory of a large result, and how many rows at least and at most. */
const MAX_CELLS = 1 << 18;
const MIN_ROWS = 64;
const MAX_ROWS = 1 << 17;

/** How many rows are written at a time. */
export function rowsOfGroup(columns: number): number {
  return Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(MAX_CELLS / Math.max(1, columns))));
}

/** The columns of a table that are written. */
export function columnsToWrite({ columns }: Pick<Table, "columns">, includeHidden: boolean): readonly Column[] {
  return columns.filter(({ isHidden }) => includeHidden || !isHidden);
}
