// The history: a store of runs as Parquet files.

export { type AddedRun, addedText, addToHistory, type UnreadUnit, unreadLines } from "./add-run.ts";
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
} from "./views.ts";
