/** What a person would draw from a table, free of any page: for pictures made elsewhere. */
export { chartData } from "./chart-data.ts";
export { dayLabel } from "./dates.ts";
export type { BarData, ChartData, ChartSpec, LineData } from "./spec.ts";
export { suggestCharts } from "./suggest.ts";
