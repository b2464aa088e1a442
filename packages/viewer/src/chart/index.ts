/** The charts that suit a table and their content, without a page: for charts that another program draws. */

export { localDay } from "../l10n.ts";
export { chartData, possibleCharts, suggestCharts } from "./charts.ts";
export { type MiniChart, miniChart, miniPicture } from "./mini.ts";
export type { BarsData, ChartData, ChartSpec, LinesData } from "./spec.ts";
