/** The type of the panels that show a run. */
export const PANEL_TYPE = "analyticsEngines.results";
/** The type of the panels that show numbers over runs. */
export const TREND_TYPE = "analyticsEngines.trend";
/** The type of the editor that shows results from files. */
export const EDITOR_TYPE = "analyticsEngines.viewer";
/** The URI scheme of raw results. */
export const RAW_SCHEME = "analytics-engines-result";
