import { csvFileOptions, tableToCsv } from "@analytics-engines/core/results";
import { fileNameOf, saveFile } from "../../chart/export.ts";
import type { GridState } from "../state/grid-state.ts";
import { viewTable } from "../state/view-table.ts";
import { excelSheet } from "./excel-sheet.ts";
import { loadExcel } from "./load-excel.ts";

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
