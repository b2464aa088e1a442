// The code for sweeps, loaded with the first one.

export { listSweepFiles, readSweepTable } from "@analytics-engines/core/parameters/sweeps";
export { cellSuggestion } from "./cell-suggestion.ts";
export { checkSweepText } from "./check-sweep.ts";
