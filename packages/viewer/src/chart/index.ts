/** The charts that suit a table and their content, without a page: for charts that another program draws. */
export { chartData, suggestCharts } from "./charts.ts";
export { dayLabel } from "./dates.ts";
export type { BarData } from "./kinds/bar.ts";
export type { LineData } from "./kinds/line.ts";
export type { ChartData, ChartSpec } from "./spec.ts";
