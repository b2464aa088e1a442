import { systemClock } from "../clock.ts";
import type { Client } from "../service/client/client.ts";
import { createBreaker, createOutage, type Job, openJob } from "./context.ts";
import { type JobHandle, memoryJournal } from "./handle.ts";
import { MAX_JOB_CANCEL_SECONDS } from "./policy.ts";
import { familyApi } from "./protocol/by-family.ts";
import { type CancelResult, cancelHandle } from "./run/cancel.ts";
import { outcomeOfUnits } from "./run/outcome.ts";
import { driveJob, type JobProgress } from "./run/run-job.ts";
import type { JobOutcome, JobRequest, Journal, ResultStore, RunOptions } from "./types.ts";

/** The options of the functions for a single job. */
export interface JobOptions extends Pick<RunOptions, "clock" | "random" | "newJobId" | "cacheControl"> {
  readonly client: Client;
  /** Gets all results, also those in the answer to a create or a status read. */
  readonly store: ResultStore;
  /** A durable journal, if the job must survive a kill at any moment. Default: in memory; then save each handle. */
  readonly journal?: Journal;
  /** Ends the call. The job continues on the service until `cancel`. */
  readonly signal?: AbortSignal;
}

/**
 * Creates a job, at most once. A result in the answer is stored.
 * @returns the handle of the job
 * @throws ServiceError of the class that fits, `AmbiguousCreateError` included; StorageError; the signal's reason
 *
 * @example
 * ```ts
 * import { collect, type JobOptions, submit } from "@analytics-engines/core";
 *
 * export async function compute(body: unknown, options: JobOptions) {
 *   const handle = await submit({ key: "weights.pa.json", family: "pa", body }, options);
 *   return collect(handle, options);
 * }
 * ```
 */
export async function submit(request: JobRequest, options: JobOptions): Promise<JobHandle> {
  const job = contextOf(request, undefined, options);
  const steps = driveJob(job, request.body);
  const first = await steps.next();
  if (first.done) throw new Error("The job ended without an answer of the service.");
  await steps.return([]);
  return first.value.handle;
}

/**
 * Waits for a submitted job, and yields its state after each answer of the service. It ends when the job
 * is finished on the service; the last handle is then ready for `collect`. To leave the loop stops the
 * waiting and does not cancel the job.
 * @throws JobCanceledError, NotFoundError when the service no longer knows the job, StorageError, the signal's reason,
 *   and an error when the service gives no answer for too long
 *
 * @example
 * ```ts
 * import { type JobHandle, type JobOptions, poll } from "@analytics-engines/core";
 *
 * export async function wait(handle: JobHandle, options: JobOptions) {
 *   for await (const { progress } of poll(handle, options)) console.log(progress);
 * }
 * ```
 */
export async function* poll(handle: JobHandle, options: JobOptions): AsyncGenerator<JobProgress, void> {
  if (handle.phase === "done") return;
  const job = contextOf(handle, handle, options);
  for await (const progress of driveJob(job, undefined)) {
    yield progress;
    if (progress.handle.phase === "done") return;
  }
}

/**
 * Waits for the job if necessary, and reads and stores every result that is not stored yet. Throws as `poll`.
 * @returns the outcome of the job and of each unit
 */
export async function collect(handle: JobHandle, options: JobOptions): Promise<JobOutcome> {
  const job = contextOf(handle, handle, options);
  const steps = driveJob(job, undefined);
  let step = await steps.next();
  while (!step.done) step = await steps.next();
  return outcomeOfUnits(job, step.value);
}

/**
 * Cancels the job on the service, in 30 s at most. Never throws: the return value says whether it was canceled. Where the answer to its
 * create was lost and the service does not know the job, this cannot prove that no job exists: `collect` finds out.
 */
export async function cancel(
  handle: JobHandle,
  options: Pick<JobOptions, "client" | "clock" | "signal">,
): Promise<CancelResult> {
  const { jobId } = handle;
  if (jobId === undefined) return { state: "failed", reason: "the service has not named the job" };
  const { clock = systemClock, signal } = options;
  const api = familyApi(options.client, handle.family);
  return cancelHandle(api, { ...handle, jobId }, { clock, seconds: MAX_JOB_CANCEL_SECONDS, signal });
}

function contextOf(of: Pick<JobRequest, "key" | "family">, handle: JobHandle | undefined, options: JobOptions): Job {
  const { journal = memoryJournal(), clock = systemClock, signal = new AbortController().signal } = options;
  return openJob(of, handle, {
    ...options,
    journal,
    clock,
    deadlineAt: () => Infinity,
    emit: () => {},
    outage: createOutage(clock, () => {}),
    breaker: createBreaker(clock, true, () => {}),
    runningJobs: () => 1,
    sibling: () => undefined,
    stop: signal,
    abortRequests: signal,
    isCancelRequested: () => false,
  });
}
