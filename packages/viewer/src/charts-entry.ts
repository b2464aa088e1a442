// The script that draws charts. The page loads it with its first chart: see late-scripts.ts. It is not a module, so that a page from disk
// can run it by its hash.
import { drawChart, drawShortened } from "./chart/draw/draw-chart.ts";

globalThis.analyticsEnginesCharts = { drawChart, drawShortened };
