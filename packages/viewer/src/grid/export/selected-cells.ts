import type { GridState } from "../state/grid-state.ts";
import { areaOf, type CellSelection } from "../state/selection.ts";
import { viewTable } from "../state/view-table.ts";
import { type CopyForm, copyText } from "./copy-text.ts";

/** The selected cells as text. Without a form: cells, with headers if the whole table is selected. */
export function selectedText({ table, rows, layout }: GridState, selection: CellSelection, form?: CopyForm): string {
  const { top, bottom, left, right } = areaOf(selection);
  const isAll = top === 0 && bottom + 1 === rows.length && right - left + 1 === layout.shown.length;
  const part = viewTable(table, rows.subarray(top, bottom + 1), layout.shown.slice(left, right + 1));
  return copyText(part, form ?? (isAll ? "headers" : "cells"));
}
