// The script that draws charts, loaded when the first chart is shown. A script of its own, and not a module, so that a page from a
// file can run it by its hash: see load-charts.ts.
import { drawChart } from "./chart/draw/draw-chart.ts";

globalThis.analyticsEnginesCharts = { drawChart };
