// What comes after a run: its stored results, checks of its numbers, comparisons, reproduction; and the commits that a review is about.
export {
  applyChecks,
  type ChecksOptions,
  type ChecksPlan,
  checkResults,
  failsChecks,
  openChecks,
} from "../checks/check-results.ts";
export { type ChecksOfFile, parseChecks } from "../checks/checks-files.ts";
export {
  type CheckFinding,
  type ChecksReport,
  checksHeadline,
  findingText,
  openFindings,
  outcomeText,
} from "../checks/checks-report.ts";
export type { MissingShard } from "../folder/manifest/manifest.ts";
export { provenanceOf } from "../folder/manifest/read-fields.ts";
export { type InspectedFile, inspect } from "../folder/results/inspect.ts";
export { readStored, type Stored, whyAltered } from "../folder/results/read-stored.ts";
export { type TableFiles, type TableProblem, writeCsvFiles, writeParquetFiles } from "../folder/results/table-files.ts";
export { type FoundRun, type MergedRun, mergeRuns } from "../plan/merge-shards.ts";
export { type Finding, findFindings, findingHeadline, mostImportant, placeOfFinding } from "../progress/findings.ts";
export { type CommittedFiles, findCommittedFiles } from "../provenance/committed-files.ts";
export {
  differenceLines,
  differingUnits,
  openReproduction,
  pinnedDateLines,
  type Reproduction,
  reproductionHeadline,
} from "../reproduce/reproduction.ts";
export { type RunFilesEvent, type WrittenRun, writeRunFiles } from "../run-steps/write-run-files.ts";
export {
  type Assessment,
  assess,
  failsReview,
  type MovedUnit,
  type Review,
  type ReviewFailOn,
  reviewChange,
  unitsInOrder,
} from "./assess.ts";
export {
  type BaseChecks,
  type Baseline,
  type BaseSettings,
  type Commits,
  findCommits,
  readBaseChecks,
  readBaseSettings,
  readCommittedRun,
} from "./base.ts";
export {
  type ComparedFolder,
  compareFolders,
  compareRuns,
  type FolderComparison,
  openComparedFolder,
} from "./compare-runs.ts";
export { describeParameters, type NamedReference, type ParameterReview } from "./parameter-review.ts";
export { type ReviewLinks, renderReview, reviewHeadline } from "./render-review.ts";
export type { DatePair, Moved } from "./unit-review.ts";
