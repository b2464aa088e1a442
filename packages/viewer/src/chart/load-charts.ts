import type { drawChart } from "./draw/draw-chart.ts";

interface Charts {
  readonly drawChart: typeof drawChart;
}

declare global {
  /** Set by the script that draws charts. */
  var analyticsEnginesCharts: Charts | undefined;
}

export const CHARTS_ID = "analytics-engines-charts";

let loading: Promise<Charts> | undefined;

/** The drawing of charts, loaded at the first call. */
export function loadCharts(): Promise<Charts> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * A report holds the script as a text that the page's policy knows by its hash; elsewhere it is the file beside this one.
 */
async function load(): Promise<Charts> {
  const held = document.getElementById(CHARTS_ID)?.textContent;
  if (held) {
    const script = document.createElement("script");
    script.textContent = held;
    document.head.append(script);
  } else if (globalThis.analyticsEnginesCharts === undefined) {
    await import(new URL("./charts.js", import.meta.url).href);
  }
  const charts = globalThis.analyticsEnginesCharts;
  if (charts === undefined) throw new Error("The charts could not be loaded.");
  return charts;
}
