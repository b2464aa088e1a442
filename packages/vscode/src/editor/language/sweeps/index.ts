// The code for sweeps, loaded with the first one.

export { listSweepFiles, readSweep, readSweepTable } from "@analytics-engines/core/files";
export { cellSuggestion } from "./cell-suggestion.ts";
export { checkSweepText } from "./check-sweep.ts";
export { compareVersions } from "./compare-versions.ts";
