import type { GridState } from "../state/grid-state.ts";
import { areaOf, type CellSelection } from "../state/selection.ts";
import { viewTable } from "../state/view-table.ts";
import { type CopyForm, copyText } from "./copy-text.ts";

/** The selected cells as text. Without a form: cells, with headers if the whole table is selected, and it is more than a cell. */
export function selectedText({ table, rows, layout }: GridState, selection: CellSelection, form?: CopyForm): string {
  const { firstRow, lastRow, firstColumn, lastColumn } = areaOf(selection);
  const isAll = firstRow === 0 && lastRow + 1 === rows.length && lastColumn - firstColumn + 1 === layout.columns.length;
  const part = viewTable(
    table,
    rows.subarray(firstRow, lastRow + 1),
    layout.columns.slice(firstColumn, lastColumn + 1),
  );
  const isOneCell = part.rowCount === 1 && part.columns.length === 1;
  return copyText(part, form ?? (isAll && !isOneCell ? "headers" : "cells"));
}
