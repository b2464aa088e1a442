/** The kind of panel that shows a run. */
export const panelType = "analyticsEngines.results";
/** The editor that shows results from files. */
export const editorType = "analyticsEngines.viewer";
/** The scheme of documents with results as they came. */
export const rawScheme = "analytics-engines-result";
