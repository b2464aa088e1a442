import { type Clock, systemClock } from "../clock.ts";
import type { Client } from "../service/client.ts";
import { createBreaker } from "./breaker.ts";
import { type CancelResult, cancelHandle } from "./cancel.ts";
import { createJobContext, type JobContext } from "./context.ts";
import { driveJob, type JobProgress } from "./drive-job.ts";
import { familyApi } from "./family-api.ts";
import type { JobHandle } from "./handle.ts";
import { memoryJournal } from "./journal.ts";
import { createOutage } from "./outage.ts";
import { outcomeOfUnits } from "./outcome.ts";
import type { JobOutcome, JobRequest, Journal, ResultStore } from "./types.ts";

/** What the steps of a single job need. */
export interface JobOptions {
  readonly client: Client;
  /** Where results go: also those that come with the answer to a create or a status read. */
  readonly store: ResultStore;
  /** Durable where the job must survive a kill at any instant. Default: none; then save each handle as it comes. */
  readonly journal?: Journal;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly newJobId?: () => string;
  /** `Cache-Control` of the create. */
  readonly cacheControl?: string;
  /** Ends the call. The job goes on on the service: `cancel` ends that. */
  readonly signal?: AbortSignal;
}

/**
 * Creates a job, at most once, and answers its handle. A result that comes with the answer is stored.
 * @throws ServiceError of the class that fits, `AmbiguousCreateError` included; StorageError; the signal's reason
 */
export async function submit(request: JobRequest, options: JobOptions): Promise<JobHandle> {
  const job = contextOf(request, undefined, options);
  const steps = driveJob(job, request.body);
  const first = await steps.next();
  if (first.done) throw new Error("A job begins with an answer of the service.");
  await steps.return([]);
  return first.value.handle;
}

/**
 * Waits for a job that was submitted, and yields where it stands after each answer of the service. It ends when the job
 * is finished on the service; the handle of the last yield is then ready for `collect`. Leaving the loop stops the
 * waiting and cancels nothing.
 * @throws JobCanceledError, NotFoundError when the service no longer knows the job, StorageError, the signal's reason,
 *   and an error when the service gives no answer for long
 */
export async function* poll(handle: JobHandle, options: JobOptions): AsyncGenerator<JobProgress, void> {
  if (handle.phase === "done") return;
  const job = contextOf(handle, handle, options);
  for await (const progress of driveJob(job, undefined)) {
    yield progress;
    if (progress.handle.phase === "done") return;
  }
}

/** Waits for the job if need be, reads every result that is not stored yet, and answers what became of each unit. Throws as `poll`. */
export async function collect(handle: JobHandle, options: JobOptions): Promise<JobOutcome> {
  const job = contextOf(handle, handle, options);
  const steps = driveJob(job, undefined);
  let step = await steps.next();
  while (!step.done) step = await steps.next();
  return outcomeOfUnits(job, step.value);
}

/** Cancels the job on the service, in 30 s at most. Never throws: what could not be canceled is in the answer. */
export async function cancel(
  handle: JobHandle,
  options: Pick<JobOptions, "client" | "clock" | "signal">,
): Promise<CancelResult> {
  const { jobId } = handle;
  if (jobId === undefined) return { state: "failed", reason: "the service has not named the job" };
  const { clock = systemClock, signal } = options;
  const api = familyApi(options.client, handle.family);
  return cancelHandle(api, { ...handle, jobId }, { clock, seconds: 30, signal });
}

function contextOf(
  of: Pick<JobRequest, "key" | "family">,
  handle: JobHandle | undefined,
  options: JobOptions,
): JobContext {
  const { journal = memoryJournal(), clock = systemClock, signal = new AbortController().signal } = options;
  return createJobContext(
    of,
    handle,
    { ...options, journal, clock },
    {
      deadlineAt: () => Infinity,
      emit: () => {},
      outage: createOutage(clock, () => {}),
      breaker: createBreaker(clock, true, () => {}),
      sibling: () => undefined,
      stop: signal,
      halt: signal,
      isUnwanted: () => false,
      wantsCommentary: () => false,
    },
  );
}
