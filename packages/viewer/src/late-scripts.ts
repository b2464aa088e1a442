import { fromBase64 } from "@analytics-engines/core/basics";
import type { drawChart, drawShortened } from "./chart/draw/draw-chart.ts";
import type { ExcelSheet } from "./grid/export/excel-sheet.ts";
import { t } from "./l10n.ts";

/** A block is gzip in base64, which has no character that could end the element. */
export async function readBlock(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const base64 = document.getElementById(id)?.textContent;
  if (!base64) throw new Error("This part of the report is missing: the file is damaged. Get the report again.");
  const stream = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function textOfBlock(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/**
 * Runs a script of the viewer that few readers need. A report holds it as a block, and its policy allows it by hash; elsewhere it is a file
 * beside this one.
 */
async function loadScript(id: string, file: string): Promise<void> {
  if (document.getElementById(id) === null) {
    await import(new URL(`./${file}`, import.meta.url).href);
    return;
  }
  const script = document.createElement("script");
  script.textContent = textOfBlock(await readBlock(id));
  document.head.append(script);
}

interface Charts {
  readonly drawChart: typeof drawChart;
  readonly drawShortened: typeof drawShortened;
}

declare global {
  /** The script that draws charts sets it. */
  var analyticsEnginesCharts: Charts | undefined;
}

export const CHARTS_ID = "analytics-engines-charts";

let loading: Promise<Charts> | undefined;

/** Loads the script that draws charts at the first call. */
export function loadCharts(): Promise<Charts> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Charts> {
  if (globalThis.analyticsEnginesCharts === undefined) await loadScript(CHARTS_ID, "charts.js");
  const charts = globalThis.analyticsEnginesCharts;
  if (charts === undefined)
    throw new Error(t("The script that draws charts could not be loaded. Open the page again."));
  return charts;
}

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
