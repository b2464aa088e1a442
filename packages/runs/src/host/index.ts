// What every host needs as it starts: errors of the user, formats, signals, Markdown, and the time that a run still takes. Imports nothing of Node.
export { hasCode, systemReason } from "../files/system-reason.ts";
export { type ErrorAction, UserError, userLines } from "../user-error.ts";
export { createRunEstimate, describeRemaining, estimateEnd, type JobInTime } from "./estimate.ts";
export { firstFitting, partialTable, rowsWithin } from "./fit.ts";
export { errorText, formatBytes, formatSeconds } from "./format.ts";
export { code, prose, table, tableRow } from "./markdown.ts";
export { Interrupted, listenToSignals } from "./signals.ts";
export { stopEarly } from "./stop.ts";
