/** The type of the panels that show a run. */
export const panelType = "analyticsEngines.results";
/** The type of the editor that shows results from files. */
export const editorType = "analyticsEngines.viewer";
/** The URI scheme of raw results. */
export const rawScheme = "analytics-engines-result";
