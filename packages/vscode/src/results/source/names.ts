/** The type of the panels that show a run. */
export const PANEL_TYPE = "analyticsEngines.results";
/** The type of the editor that shows results from files. */
export const EDITOR_TYPE = "analyticsEngines.viewer";
/** The URI scheme of raw results. */
export const RAW_SCHEME = "analytics-engines-result";
