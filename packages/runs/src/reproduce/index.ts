// A run that computes an earlier one again: its files with the days of then, and whether the results are the same.
export { differingUnits, reproductionHeadline, reproductionLine } from "./describe-reproduction.ts";
export type { PinnedRun } from "./pin-files.ts";
export { openReproduction, type Reproduction } from "./reproduction.ts";
