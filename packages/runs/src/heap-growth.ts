import v8 from "node:v8";

/** From so many jobs on memory counts for more than time. */
const MANY_JOBS = 10_000;

/**
 * Keeps the memory of a process small that is about to run many jobs. Every request leaves memory that only a full collection finds: without
 * this V8 lets it grow to several times what is alive, and the space for new objects to 100 MiB.
 *
 * It sets flags of V8 for the whole process, so only a program that owns its process calls it: a run does not by itself.
 */
export function limitHeapGrowth(jobs: number): void {
  if (jobs < MANY_JOBS) return;
  v8.setFlagsFromString("--heap-growing-percent=20");
  v8.setFlagsFromString("--semi-space-growth-factor=1");
}
