import { cellValue } from "../cells.ts";
import { headerText } from "../labels.ts";
import type { Table } from "../table.ts";
import { compareCells } from "./compare-cells.ts";

/**
 * Whether two results have the same tables: the same columns in the same order, and the same cells in each row. Ids of tables do not count.
 * Unlike `compareTables` it also compares rows that have the same key.
 */
export function isSameTables(before: readonly Table[], after: readonly Table[]): boolean {
  return before.length === after.length && before.every((table, index) => isSameTable(table, after[index]));
}

function isSameTable(before: Table, after: Table | undefined): boolean {
  if (after === undefined || before.rowCount !== after.rowCount || before.columns.length !== after.columns.length)
    return false;
  return before.columns.every((column, index) => {
    const other = after.columns[index];
    // The name is not compared, because in some results it is an id of the service that is different each time.
    if (other === undefined || headerText(column) !== headerText(other)) return false;
    for (let row = 0; row < before.rowCount; row++)
      if (compareCells(cellValue(column, row), cellValue(other, row), undefined) !== "same") return false;
    return true;
  });
}
