// What every host needs as it starts: errors of the user, formats, signals, Markdown, and the time that a run still takes. Imports nothing of Node.
export { type ErrorAction, hasCode, InUseError, systemReason, UserError, userLines } from "../user-error.ts";
export { code, firstFitting, partialTable, prose, rowsWithin, table, tableRow } from "./markdown.ts";
export {
  createRunEstimate,
  describeOver,
  describeRemaining,
  describeReuse,
  errorText,
  estimateEnd,
  formatBytes,
  formatSeconds,
  type JobInTime,
  readHours,
} from "./run-progress.ts";
export { Interrupted, listenToSignals, onStopSignals, type StopSignal, stopEarly } from "./stop.ts";
