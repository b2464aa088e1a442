// The code that compares files with their runs, loaded with the first file that has one.

export { lastOutcome, lastRunOf, ofEarlierVersion, withSet } from "./last-outcome.ts";
export { openCurrent } from "./open-current.ts";
export { hasRemark, placeFailedChecks, placeProblems } from "./problems.ts";
export { reportedOf } from "./reported.ts";
