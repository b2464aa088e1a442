import { families } from "../families/families.ts";
import {
  AmbiguousCreateError,
  ConflictError,
  JobDeadlineError,
  NotFoundError,
  RateLimitError,
} from "../service/errors.ts";
import { wasNotSent } from "../service/request-not-sent.ts";
import { isOutage, mayHaveActed } from "./ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "./context.ts";
import { messageOf } from "./errors.ts";
import { expectedResult } from "./expected-result.ts";
import { type JobState, reportsOf } from "./family-adapter.ts";
import { holdBack, lookFor, MAX_LOOKS, MAX_SENDS } from "./resend.ts";
import { undeliveredMs } from "./undelivered.ts";

/** Creates the job. The journal knows its id before the request leaves. */
export async function createJob(job: JobContext, body: unknown): Promise<JobState> {
  checkDeadline(job);
  return send(job, job.newJobId(), body);
}

/** Carries on with a create that an earlier execution began: looks first, and sends only what the service does not know. */
export async function resumeCreate(job: JobContext, jobId: string | undefined, body: unknown): Promise<JobState> {
  if (jobId === undefined) {
    throw new AmbiguousCreateError("The run was stopped while it created the calculation, so it may be running.");
  }
  const seen = await look(job, jobId, undeliveredMs(job.log.handle, job.api, job.clock));
  if (seen !== undefined) return acceptFound(job, jobId, seen);
  if (body === undefined) throw new NotFoundError(`The service never took job ${jobId}. Submit its request again.`);
  return send(job, jobId, body);
}

async function send(job: JobContext, jobId: string, body: unknown): Promise<JobState> {
  const startedAt = job.clock.now();
  let unreached = 0;
  for (let sends = 1; ; sends++) {
    job.stop.throwIfAborted();
    checkDeadline(job);
    const attempt = await tryCreate(job, jobId, body);
    if ("created" in attempt) {
      const { jobId: given, seen } = attempt.created;
      if (given !== undefined && job.sibling(given) !== undefined) throw new AmbiguousCreateError(NOT_ITS_OWN);
      return accept(job, given ?? jobId, seen);
    }

    const { error } = attempt;
    if (error instanceof RateLimitError) {
      await holdBack(job, error, sends, startedAt);
      continue;
    }
    if (error instanceof ConflictError && error.duplicateId !== undefined && error.duplicateId !== jobId) {
      // The results of another's job are not ours to spend. One of this run's own is waited for, then the cache answers.
      const sibling = job.sibling(error.duplicateId);
      if (sibling === undefined || sends >= MAX_SENDS) throw error;
      await untilStopped(job, sibling);
      continue;
    }
    const mayArrive = mayHaveActed(error);
    if (!mayArrive && !(error instanceof ConflictError)) throw error;
    if (wasNotSent(error)) {
      // Nobody was reached, so there is nothing to look for.
      if (++unreached >= MAX_LOOKS) throw error;
      await pause(job, backoffMs(unreached, job.random));
      continue;
    }
    if (!families[job.family].hasPut) throw ambiguous(error);
    const seen = await look(job, jobId, mayArrive ? job.api.deliveryMs : 0);
    if (seen !== undefined) return acceptFound(job, jobId, seen);
    if (sends >= MAX_SENDS) throw error;
  }
}

const NOT_ITS_OWN =
  "The answer to the create names another job of this run, so it is another request's, and the service did not say under which id it took this one.";

/** A job that is not created yet has the run's deadline alone. */
function checkDeadline(job: JobContext): void {
  const now = job.clock.now();
  if (job.deadlineAt(now) <= now) throw new JobDeadlineError("The run's deadline passed before the job was created");
}

type Attempt = { readonly created: Awaited<ReturnType<JobContext["api"]["create"]>> } | { readonly error: unknown };

async function tryCreate(job: JobContext, jobId: string, body: unknown): Promise<Attempt> {
  const { family, api, log } = job;
  const chosen = families[family].hasPut ? { jobId } : {};
  // Before each attempt: a resumed run must know how long the last one may still be delivered.
  await log.write({
    type: "create",
    family,
    units: api.unitsOf(body),
    ...chosen,
    expects: expectedResult(family, body),
  });
  const begunAt = job.clock.now();
  try {
    const created = await job.api.create(jobId, body, { cacheControl: job.cacheControl, signal: job.halt });
    job.outage.answered();
    return { created };
  } catch (error) {
    if (job.halt.aborted) throw error;
    if (isOutage(error)) job.outage.failed(error, begunAt);
    else job.outage.answered();
    return { error };
  }
}

/** Of one unit the answer that did not arrive may have been the result, also of a job that still runs: the service may not know that nobody listens. */
function acceptFound(job: JobContext, jobId: string, seen: JobState): Promise<JobState> {
  return accept(job, jobId, seen, handleOf(job).asked.length === 1 || (seen.state === "gone" && seen.spent === true));
}

async function accept(job: JobContext, jobId: string, seen: JobState, mayBeConsumed = false): Promise<JobState> {
  const requestKey = seen.state === "gone" ? undefined : seen.meta.requestKey;
  const units = reportsOf(seen);
  // One entry for both: a kill must not make a job of which the result is in hand look like one that runs.
  await job.log.write({
    type: "created",
    jobId,
    ...(units && { units }),
    ...(mayBeConsumed && { mayBeSpent: true }),
    ...(requestKey !== undefined && { requestKey }),
  });
  job.emit({ type: "job-created", key: job.key, jobId });
  return seen;
}

/**
 * Asks the service whether it has the job: its status, or `undefined` if it did not take it and, after `leastMs`, will not. A job without a
 * status whose parameters can still be read was taken, and its result went with the answer that was lost.
 */
function look(job: JobContext, jobId: string, leastMs: number): Promise<JobState | undefined> {
  const units = job.log.handle?.asked;
  return lookFor(job, "job", leastMs, async (): Promise<JobState | undefined> => {
    const seen = await job.api.status(jobId, { signal: job.api.statusIsResult ? job.halt : job.stop, units });
    job.outage.answered();
    if (seen.state !== "gone") return seen;
    const exists = await job.api.exists(jobId, { signal: job.stop });
    return exists ? { state: "gone", spent: true } : undefined;
  });
}

function ambiguous(error: unknown): AmbiguousCreateError {
  if (error instanceof AmbiguousCreateError) return error;
  return new AmbiguousCreateError(
    `No usable answer to the create, and this family has no ids of the client's choice: ${messageOf(error)}`,
    { cause: error },
  );
}

/** Waits for another job of the run, but not past this one's stop. */
async function untilStopped(job: JobContext, work: Promise<unknown>): Promise<void> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const onStop = () => reject(job.stop.reason);
  if (job.stop.aborted) onStop();
  job.stop.addEventListener("abort", onStop, { once: true });
  try {
    await Promise.race([work, stopped]);
  } finally {
    job.stop.removeEventListener("abort", onStop);
  }
}
