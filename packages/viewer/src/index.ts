/** The components, for a page that bundles them itself. Importing this registers the elements. */
export { Grid } from "./grid/grid.ts";
export { tablesFromJson, tablesToJson } from "./report/tables-json.ts";
