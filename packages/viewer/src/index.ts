/** The components, for a page that bundles them itself. Importing this registers the elements. */
export { Chart } from "./chart/chart.ts";
export { SaveFileEvent } from "./chart/export.ts";
export type { ChartSpec } from "./chart/spec.ts";
export { Grid } from "./grid/grid.ts";
export { tablesFromJson, tablesToJson } from "./report/tables-json.ts";
export { Run } from "./run/run.ts";
export type { UnitContent, UnitRef, ViewedRun } from "./run/viewed-run.ts";
