// The events of a run in words. Formats and reasons to stop have entries of their own, which a program loads as it starts.
export { createJobCounter, describeEvent, describeProgress, type RunningJobs } from "./describe-event.ts";
