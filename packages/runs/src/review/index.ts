// The review of a change: the runs that it is about, what changed in the parameters, and which numbers moved.
export { type Assessment, assess, type MovedUnit, type Review, unitsInOrder } from "./assess.ts";
export { type BaseChecks, readBaseChecks } from "./base-checks.ts";
export { type BaseSettings, readBaseSettings } from "./base-settings.ts";
export { type Baseline, readCommittedRun } from "./committed-run.ts";
export { type ComparedFolder, compareFolders, openComparedFolder } from "./compare-folders.ts";
export { compareRuns } from "./compare-runs.ts";
export { describeParameters } from "./describe-parameters.ts";
export { type Commits, findCommits, type ReviewedChange } from "./find-commits.ts";
export { type FoundRun, type MergedRun, type MissingShard, mergeRuns } from "./merge.ts";
export type { NamedReference, ParameterReview, ReadChange } from "./parameter-review.ts";
export { readParameterChanges } from "./read-changes.ts";
export type { DatePair, Moved, ReviewOutcome, UnitReview } from "./unit-review.ts";
