// A run that computes an earlier one again: its files with the days of then, and whether the results are the same.
export { concludeReproduction } from "./conclude.ts";
export { type EarlierRun, readEarlierRun } from "./earlier-run.ts";
export { type PinnedFile, type Pinning, pinFiles } from "./pin-files.ts";
