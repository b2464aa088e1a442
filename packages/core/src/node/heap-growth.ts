import { setFlagsFromString } from "node:v8";

/** From so many jobs on memory counts for more than time. */
const MANY_JOBS = 10_000;

/**
 * Before a run of many jobs. Every request leaves memory that only a full collection finds: without this V8 lets it grow to several times
 * what is alive, and the space for new objects to 100 MiB. Holds for the process.
 */
export function limitHeapGrowth(jobs: number): void {
  if (jobs < MANY_JOBS) return;
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--semi-space-growth-factor=1");
}
