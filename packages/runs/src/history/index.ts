// The history: a store of runs as Parquet files.

export { type AddedRun, addToHistory } from "./add-run.ts";
export { type CompactedStore, compactHistory } from "./compact-store.ts";
export {
  addedText,
  type ChangeLine,
  changeLines,
  changesHeadline,
  type PointText,
  pointText,
  unreadLines,
  utcMinute,
} from "./history-text.ts";
export { type HistoryView, type PagePoint, type PageSeries, readHistoryView } from "./history-view.ts";
export type { JumpReason } from "./jump-reason.ts";
export { type CheckChange, type HistoryChanges, listHistoryChanges, type OutcomeChange } from "./list-changes.ts";
export {
  type NumberFilter,
  type NumberHistory,
  type NumberOverRuns,
  readSeries,
  type SeriesKind,
  type SeriesPoint,
} from "./read-series.ts";
export type { StoreProblem } from "./read-store.ts";
export type { UnreadUnit } from "./run-rows.ts";
export { type VerifiedStore, verifyHistory } from "./verify-store.ts";
