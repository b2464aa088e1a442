/** The name of the project file, which is no parameter file. */
export const PROJECT_FILE = "analytics-engines.json";
