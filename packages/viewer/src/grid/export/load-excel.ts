import { t } from "../../l10n.ts";
import { loadScript } from "../../load-script.ts";
import type { ExcelSheet } from "./excel-sheet.ts";

interface Excel {
  readonly writeExcel: (sheet: ExcelSheet) => Promise<Blob>;
}

declare global {
  /** The script that writes Excel files sets it. */
  var analyticsEnginesExcel: Excel | undefined;
}

export const EXCEL_ID = "analytics-engines-excel";

/** Loads the script that writes Excel files at the first call. */
export async function loadExcel(): Promise<Excel> {
  if (globalThis.analyticsEnginesExcel === undefined) await loadScript(EXCEL_ID, "excel.js");
  const excel = globalThis.analyticsEnginesExcel;
  if (excel === undefined)
    throw new Error(t("The script that writes Excel files could not be loaded. Open the page again."));
  return excel;
}
