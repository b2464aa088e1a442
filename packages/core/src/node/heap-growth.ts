import { setFlagsFromString } from "node:v8";

/** From so many jobs on memory counts for more than time. */
const MANY_JOBS = 10_000;

/**
 * Before a run of many jobs: without it V8 collects only when garbage has grown to several times what is alive, for every request leaves
 * some that short collections do not find. Holds for the process, and costs a few percent of its time.
 */
export function limitHeapGrowth(jobs: number): void {
  if (jobs >= MANY_JOBS) setFlagsFromString("--heap-growing-percent=15");
}
