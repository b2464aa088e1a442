import { cellValue } from "../cells.ts";
import { headerText } from "../labels.ts";
import type { Table } from "../table.ts";
import { compareCells } from "./compare-cells.ts";

/**
 * Whether two results hold the same tables: the same columns in the same order, and in each row the same cells. Unlike `compareTables` it also
 * knows that of tables whose rows cannot be told apart. Ids of tables do not count.
 */
export function isSameTables(before: readonly Table[], after: readonly Table[]): boolean {
  return before.length === after.length && before.every((table, index) => isSameTable(table, after[index]));
}

function isSameTable(before: Table, after: Table | undefined): boolean {
  if (after === undefined || before.rowCount !== after.rowCount || before.columns.length !== after.columns.length)
    return false;
  return before.columns.every((column, index) => {
    const other = after.columns[index];
    // The name is an id of the service's own in some results, and another one each time.
    if (other === undefined || headerText(column) !== headerText(other)) return false;
    for (let row = 0; row < before.rowCount; row++)
      if (compareCells(cellValue(column, row), cellValue(other, row), undefined) !== "same") return false;
    return true;
  });
}
