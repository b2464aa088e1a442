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
  summarizeFindings,
} from "../checks/checks-report.ts";
export type { MissingShard } from "../folder/manifest/manifest.ts";
export { manifestWrittenAt } from "../folder/manifest/manifest-file.ts";
export { type InspectedFile, inspect } from "../folder/results/inspect.ts";
export { readStored, type Stored, whyAltered } from "../folder/results/read-stored.ts";
export { type TableFiles, type TableProblem, writeCsvFiles, writeParquetFiles } from "../folder/results/table-files.ts";
export { type AddedRun, addedText, addToHistory, unreadLines } from "../history/add-run.ts";
export { placeOfCell, type UnreadUnit } from "../history/run-rows.ts";
export {
  type JumpReason,
  type NumberFilter,
  type NumberHistory,
  type NumberOverRuns,
  readSeries,
  type SeriesKind,
  type SeriesPoint,
} from "../history/series.ts";
export { type PointText, pointText, runTexts } from "../history/series-text.ts";
export type { StoreProblem } from "../history/store.ts";
export { newestFirst, readUnitTrend } from "../history/unit-trend.ts";
export {
  type ChangeLine,
  type CheckChange,
  changeLines,
  changesHeadline,
  type HistoryChanges,
  type HistoryView,
  listHistoryChanges,
  type OutcomeChange,
  type PagePoint,
  type PageSeries,
  readHistoryView,
} from "../history/views.ts";
export { type FoundRun, type MergedRun, mergeRuns } from "../plan/merge-shards.ts";
export {
  type Finding,
  findFindings,
  findingHeadline,
  mostImportant,
  placeOfFinding,
  placeOfUnit,
} from "../progress/findings.ts";
export {
  differenceLines,
  differingUnits,
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
  type BaseSettings,
  type Commits,
  type EarlierRun,
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

import { compareRunsTool, runChecks } from "../tools/compare-and-check.ts";
import { describeFamilyTool, validateFile } from "../tools/file-tools.ts";
import { findNames } from "../tools/find-names.ts";
import { readTable } from "../tools/read-table.ts";
import type { AgentTool } from "../tools/tool.ts";

export { toolText } from "../tools/answer.ts";
export { resolveOpenPath } from "../tools/open-files.ts";
export { readTable } from "../tools/read-table.ts";
export {
  type AgentTool,
  type KnownRun,
  type RunInput,
  type RunTool,
  runTool,
  runTools,
  ToolInputError,
  type ToolService,
  type ToolWorld,
} from "../tools/tool.ts";

/** The tools, in the order of a task: understand, find names, write, check, and read results. None of them changes or sends a parameter file. */
export const agentTools: readonly AgentTool[] = [
  describeFamilyTool,
  findNames,
  validateFile,
  readTable,
  compareRunsTool,
  runChecks,
];
