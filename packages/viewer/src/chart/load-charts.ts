import type { drawChart } from "./draw/draw-chart.ts";

interface Charts {
  readonly drawChart: typeof drawChart;
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

/** A report holds the script as text, which its policy allows by hash; elsewhere the script is a file beside this one. */
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
  if (charts === undefined) throw new Error("The script that draws charts could not be loaded.");
  return charts;
}
