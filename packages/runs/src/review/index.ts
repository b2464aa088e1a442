// What comes after a run: its stored results, checks of its numbers, comparisons, reproduction; and the commits that a review is about.
export { applyChecks, type ChecksOptions, type ChecksPlan, failsChecks, openChecks } from "../checks/apply-checks.ts";
export { checkResults } from "../checks/check-results.ts";
export { type ChecksOfFile, parseChecks } from "../checks/checks-files.ts";
export {
  type CheckFinding,
  type ChecksReport,
  checksHeadline,
  findingText,
  openFindings,
  outcomeText,
} from "../checks/checks-report.ts";
export { suggestForRuns } from "../checks/suggest.ts";
export type { MissingShard } from "../folder/manifest/manifest.ts";
export { provenanceOf } from "../folder/manifest/provenance.ts";
export { type InspectedFile, inspect } from "../folder/results/inspect.ts";
export { readStored, type Stored, whyAltered } from "../folder/results/read-stored.ts";
export { type TableFiles, type TableProblem, writeCsvFiles, writeParquetFiles } from "../folder/results/table-files.ts";
export { type Finding, findFindings, findingHeadline, mostImportant, placeOfFinding } from "../host/findings.ts";
export type { FoundRun } from "../plan/merge-shards.ts";
export { type CommittedFiles, findCommittedFiles } from "../provenance/committed-files.ts";
export {
  differenceLines,
  differingUnits,
  pinnedDateLines,
  reproductionHeadline,
} from "../reproduce/describe-reproduction.ts";
export { openReproduction, type Reproduction } from "../reproduce/reproduction.ts";
export {
  type Assessment,
  assess,
  failsReview,
  type MovedUnit,
  type Review,
  type ReviewFailOn,
  unitsInOrder,
} from "./assess.ts";
export { type BaseChecks, readBaseChecks } from "./base-checks.ts";
export { type BaseSettings, readBaseSettings } from "./base-settings.ts";
export { type Baseline, readCommittedRun } from "./committed-run.ts";
export { type ComparedFolder, compareFolders, type FolderComparison, openComparedFolder } from "./compare-folders.ts";
export { compareRuns } from "./compare-runs.ts";
export { describeParameters } from "./describe-parameters.ts";
export { type Commits, findCommits } from "./find-commits.ts";
export { type ReviewLinks, renderReview } from "./markdown/body.ts";
export { reviewHeadline } from "./markdown/headline.ts";
export { type MergedRun, mergeRuns } from "./merge.ts";
export type { NamedReference, ParameterReview } from "./parameter-review.ts";
export { reviewChange } from "./review-change.ts";
export type { DatePair, Moved } from "./unit-review.ts";
