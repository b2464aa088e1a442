// One job, and many: created at most once, watched to the end, each result read once and kept; and what a host needs that keeps the
// journal and the results of a run.
export { mayHaveActed } from "./ambiguity.ts";
export { type CancelResult, cancelHandle, cancelOnService } from "./cancel.ts";
export { TAIL_BYTES } from "./content-end.ts";
export { defectOf, defectOfBytes, HEAD_BYTES, isJsonType, type JsonContent, mayBeJson } from "./defect.ts";
export type { JobProgress } from "./drive-job.ts";
export { IncompleteBodyError, messageOf, PreflightError, StorageError, UnreachableError } from "./errors.ts";
export {
  type Expected,
  type ExpectedResult,
  expectedOfFamily,
  expectedResult,
  expectedResults,
} from "./expected-result.ts";
export { familyApi } from "./family-api.ts";
export { advance, type JobHandle, replay, type UnitCommentary, type UnitRead } from "./handle.ts";
export { cancel, collect, type JobOptions, poll, submit } from "./job.ts";
export { memoryJournal } from "./journal.ts";
export { type ConnectionSettings, preflight } from "./preflight.ts";
export { isOpen, resumeFrom } from "./resume.ts";
export { type RunContext, runJobs } from "./run.ts";
export type * from "./types.ts";
