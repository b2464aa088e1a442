import { t } from "../l10n.ts";
import { loadScript } from "../load-script.ts";
import type { drawChart, drawShortened } from "./draw/draw-chart.ts";

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
