// The events of a run in words. Formats and reasons to stop have entries of their own, which a program loads as it starts.
export { hasCode, systemReason } from "../files/system-reason.ts";
export { type ErrorAction, UserError, userLines } from "../user-error.ts";
export { createJobCounter, describeEvent, describeProgress, type RunningJobs } from "./describe-event.ts";
export { errorText, formatBytes, formatSeconds } from "./format.ts";
export { Interrupted, listenToSignals } from "./signals.ts";
export { stopEarly } from "./stop.ts";
