// One job, and many: created at most once, watched to the end, each result read once and kept.
export type { CancelResult } from "./cancel.ts";
export { defectOfBytes } from "./defect.ts";
export type { JobProgress } from "./drive-job.ts";
export { IncompleteBodyError, PreflightError, StorageError } from "./errors.ts";
export type { Expected, ExpectedResult } from "./expected-result.ts";
export { advance, type JobHandle, replay, type UnitCommentary, type UnitRead } from "./handle.ts";
export { cancel, collect, type JobOptions, poll, submit } from "./job.ts";
export { memoryJournal } from "./journal.ts";
export type { ConnectionSettings } from "./preflight.ts";
export { type RunContext, runJobs } from "./run.ts";
export type * from "./types.ts";
