// What a page draws, for the benchmarks that measure it beside other libraries.
export { chartData, suggestCharts } from "../../src/chart/charts.ts";
export { drawChart } from "../../src/chart/draw/draw-chart.ts";
export { Grid } from "../../src/grid/grid.ts";
