import packageJson from "../package.json" with { type: "json" };

/** Name and version, for the manifest. */
export const TOOL = `analytics-engines/${packageJson.version}`;

/** The shell and its version, for the `User-Agent` of each request. */
export const USER_AGENT = `analytics-engines-action/${packageJson.version}`;
