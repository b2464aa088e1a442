import packageJson from "../package.json" with { type: "json" };

/** Name and version, for the manifest and the service's logs. */
export const TOOL = `analytics-engines/${packageJson.version}`;
