/** The components, for a page with a bundle of its own. The import registers the elements. */
export { Chart } from "./chart/chart.ts";
export { SaveFileEvent } from "./chart/export.ts";
export type { ChartSpec } from "./chart/spec.ts";
export { Grid } from "./grid/grid.ts";
export { setViewStore, type ViewStore } from "./grid/state/view-store.ts";
export { t } from "./l10n.ts";
export { tablesFromJson, tablesToJson } from "./report/tables-json.ts";
export { UnitComparedEvent, UnitShownEvent } from "./run/events.ts";
export { RunPage } from "./run/run.ts";
export { MAX_SUMMARIZED_BYTES, summaryOf } from "./run/unit-summary.ts";
export { type UnitContent, type UnitRef, unitKey, type ViewedRun } from "./run/viewed-run.ts";
export { controls, theme } from "./theme.ts";
