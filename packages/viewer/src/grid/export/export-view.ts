import { inertText } from "@analytics-engines/core/basics";
import {
  cellValue,
  columnLabels,
  csvFileOptions,
  isExactNumber,
  plainText,
  type Table,
  tableToCsv,
} from "@analytics-engines/core/results";
import { fileNameOf, saveFile } from "../../chart/export.ts";
import { loadExcel } from "../../late-scripts.ts";
import type { GridState } from "../state/grid-state.ts";
import { viewTable } from "../state/grid-table.ts";
import { areaOf, type CellSelection } from "../state/selection.ts";
import { excelSheet } from "./excel-sheet.ts";

/** What is copied: the cells alone, or with the headers of their columns. */
export type CopyForm = "cells" | "headers";

/**
 * Tables as tab-separated text for spreadsheets, with all digits. Texts with tabs, line ends or quotes are quoted. A text that a spreadsheet would run as a formula gets an apostrophe in front. One cell alone
 * is copied as it is, since people paste it into any field.
 */
export function copyText({ columns, rowCount }: Table, form: CopyForm): string {
  const withHeader = form === "headers";
  const [column, second] = columns;
  if (column && !second && rowCount === 1 && !withHeader) return plainText(cellValue(column, 0));
  const lines = withHeader ? [columnLabels(columns).map(tsvField).join("\t")] : [];
  for (let row = 0; row < rowCount; row++) {
    const fields = columns.map((column) => {
      const value = cellValue(column, row);
      return typeof value === "number" || isExactNumber(value) ? plainText(value) : tsvField(plainText(value));
    });
    lines.push(fields.join("\t"));
  }
  return lines.join("\r\n");
}

function tsvField(text: string): string {
  const inert = inertText(text);
  return /[\t\r\n"]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

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

export type ExportForm = "csv" | "xlsx";

/** Saves the shown rows and columns as a file, in full precision. @param name that of the file, without its extension */
export async function exportView(from: EventTarget, state: GridState, form: ExportForm, name: string): Promise<void> {
  const view = viewTable(state.table, state.rows, state.layout.columns);
  const fileName = fileNameOf(name, form);
  if (form === "csv") {
    saveFile(from, fileName, new Blob([tableToCsv(view, csvFileOptions)], { type: "text/csv" }));
    return;
  }
  const { writeExcel } = await loadExcel();
  saveFile(from, fileName, await writeExcel(excelSheet(view, name)));
}
