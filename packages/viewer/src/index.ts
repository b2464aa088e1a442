/** The components, for a page with a bundle of its own. The import registers the elements. */
export { Chart } from "./chart/chart.ts";
export { SaveFileEvent } from "./chart/export.ts";
export type { ChartSpec } from "./chart/spec.ts";
export { Grid } from "./grid/grid.ts";
export { setViewStore, type ViewStore } from "./grid/state/saved-view.ts";
export { HistoryPage } from "./history/history.ts";
export { t } from "./l10n.ts";
export { tablesFromJson, tablesToJson } from "./report/tables-json.ts";
export { MAX_SUMMARIZED_BYTES, summaryOf } from "./run/head/key-figures.ts";
export { RunPage } from "./run/run.ts";
export {
  UnitCellEvent,
  UnitComparedEvent,
  type UnitContent,
  type UnitRef,
  UnitShownEvent,
  unitKey,
  type ViewedRun,
} from "./run/viewed-run.ts";
export { controls, theme } from "./theme.ts";
