/** Under which key a field or a schema holds what Arrow itself has no place for. */
export const METADATA_KEY = "analytics-engines";
