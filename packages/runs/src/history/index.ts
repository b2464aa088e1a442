// The history: a store of runs as Parquet files.

export { type AddedRun, addedText, addToHistory, type UnreadUnit, unreadLines } from "./add-run.ts";
export {
  type ChangeLine,
  type CheckChange,
  changeLines,
  changesHeadline,
  type HistoryChanges,
  listHistoryChanges,
  type OutcomeChange,
} from "./changes.ts";
export { type HistoryView, type PagePoint, type PageSeries, readHistoryView } from "./history-view.ts";
export {
  type JumpReason,
  type NumberFilter,
  type NumberHistory,
  type NumberOverRuns,
  type PointText,
  pointText,
  readSeries,
  type SeriesKind,
  type SeriesPoint,
  utcMinute,
} from "./series.ts";
export type { StoreProblem } from "./store.ts";
