import { tableToCsv } from "@analytics-engines/core/results";
import { fileNameOf, saveFile } from "../../chart/export.ts";
import type { GridState } from "../state/grid-state.ts";
import { viewTable } from "../state/view-table.ts";
import { excelSheet } from "./excel-sheet.ts";
import { loadExcel } from "./load-excel.ts";
import { loadParquet } from "./load-parquet.ts";

export type ExportForm = "csv" | "xlsx" | "parquet";

/** Saves the shown rows and columns as a file, in full precision. */
export async function exportView(from: EventTarget, state: GridState, form: ExportForm): Promise<void> {
  const view = viewTable(state.table, state.rows, state.layout.columns);
  const name = fileNameOf(view.id, form);
  if (form === "csv") {
    // Excel reads a CSV as UTF-8 only with a mark at its start.
    const csv = `\uFEFF${tableToCsv(view, { inertFormulas: true })}`;
    saveFile(from, name, new Blob([csv], { type: "text/csv" }));
    return;
  }
  if (form === "parquet") {
    const { tableToParquet } = await loadParquet();
    saveFile(from, name, new Blob([await tableToParquet(view)], { type: "application/vnd.apache.parquet" }));
    return;
  }
  const { writeExcel } = await loadExcel();
  saveFile(from, name, await writeExcel(excelSheet(view, view.id)));
}
