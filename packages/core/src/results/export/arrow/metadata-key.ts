/** The metadata key for those properties of a table or a column for which Arrow has no place. */
export const METADATA_KEY = "analytics-engines";
