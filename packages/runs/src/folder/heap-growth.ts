import v8 from "node:v8";

/** From this number of jobs on, memory matters more than time. */
const MANY_JOBS = 10_000;

/**
 * Keeps the memory of a process small that runs many jobs. Every request leaves memory that only a full collection frees. V8 would let the
 * heap grow to several times the live objects, and the space for new objects to 100 MiB.
 *
 * Sets flags of V8 for the whole process, so only a program that owns its process calls it.
 */
export function limitHeapGrowth(jobs: number): void {
  if (jobs < MANY_JOBS) return;
  v8.setFlagsFromString("--heap-growing-percent=20");
  v8.setFlagsFromString("--semi-space-growth-factor=1");
}
