import { t } from "../l10n.ts";
import { countOf } from "../text.ts";
import { type CopyForm, copyText } from "./copy-text.ts";
import type { GridState } from "./grid-state.ts";
import { areaOf, type CellSelection } from "./selection.ts";
import { selectionStatistics } from "./selection-statistics.ts";
import { viewTable } from "./view-table.ts";

/** The line below a grid: its rows, and the statistics of the selected cells. */
export function gridStatus(state: GridState, selection: CellSelection | undefined): string {
  const all = countOf(state.table.rowCount, "row");
  const rows = state.isFiltered ? t("{0} of {1} match", countOf(state.matchCount, "row"), all) : all;
  const statistics = selection && selectionStatistics(state.table, state.rows, state.layout.shown, areaOf(selection));
  return statistics ? `${rows} · ${statistics}` : rows;
}

/** The selected cells as text. Without a form: cells, with headers if the whole table is selected. */
export function selectedText({ table, rows, layout }: GridState, selection: CellSelection, form?: CopyForm): string {
  const { top, bottom, left, right } = areaOf(selection);
  const isAll = top === 0 && bottom + 1 === rows.length && right - left + 1 === layout.shown.length;
  const part = viewTable(table, rows.subarray(top, bottom + 1), layout.shown.slice(left, right + 1));
  return copyText(part, form ?? (isAll ? "headers" : "cells"));
}
