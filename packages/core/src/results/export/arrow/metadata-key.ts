/** The metadata key for the properties of a table or a column that Arrow has no place for. */
export const METADATA_KEY = "analytics-engines";
