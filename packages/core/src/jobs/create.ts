import { families } from "../families/families.ts";
import { isLastingFault, wasNotSent } from "../service/errors/connection-fault.ts";
import {
  AmbiguousCreateError,
  ConflictError,
  JobDeadlineError,
  NotFoundError,
  RateLimitError,
  ServiceError,
} from "../service/errors/errors.ts";
import { messageOf } from "../text/errors.ts";
import { handleOf, type Job, jobBackoffMs, pause } from "./context.ts";
import { UnreachableError } from "./errors.ts";
import {
  isOutage,
  isTransient,
  MAX_CREATE_DELAY_MS,
  MAX_LOOKS,
  MAX_NOT_FOUND,
  MAX_SENDS,
  mayHaveActed,
} from "./policy.ts";
import { type Created, type JobState, reportsOf } from "./protocol/job-protocol.ts";
import { expectedResult } from "./received/expected.ts";

/** Creates the job. The journal has its id before the request leaves. */
export async function createJob(job: Job, body: unknown): Promise<JobState> {
  return send(job, job.newJobId(), body);
}

/**
 * Continues a create of an earlier execution: looks for the job first, and sends it only if the service does not know it. A gateway may still
 * deliver the earlier create, so it waits as long as for a create of its own: the times in the journal are of another clock.
 */
export async function resumeCreate(job: Job, jobId: string | undefined, body: unknown): Promise<JobState> {
  if (jobId === undefined) {
    throw new AmbiguousCreateError("The run was stopped while it created the calculation, so it may be running.");
  }
  const existing = await findJob(job, jobId, job.create.mayArrive ? job.api.deliveryMs : 0);
  if (existing !== undefined) return acceptExisting(job, jobId, existing);
  if (body === undefined) throw new NotFoundError(`The service never took job ${jobId}. Submit its request again.`);
  return send(job, jobId, body);
}

/**
 * Sends the create until the service has the job. A create that may have reached the service is sent again only after the service did not
 * know it.
 * @throws the error of the last send, where the service refuses it or does not take it
 */
async function send(job: Job, jobId: string, body: unknown): Promise<JobState> {
  const startedAt = job.clock.now();
  let unsent = 0;
  for (let sends = 1; ; sends++) {
    job.stop.throwIfAborted();
    checkDeadline(job);
    const sent = await trySend(job, jobId, body);
    if ("created" in sent) return acceptCreated(job, jobId, sent.created);
    const { error } = sent;

    if (error instanceof RateLimitError) {
      const { retryAfterSeconds } = error;
      const waitMs = retryAfterSeconds === undefined ? jobBackoffMs(job, sends) : retryAfterSeconds * 1000;
      if (job.clock.now() + waitMs > startedAt + MAX_CREATE_DELAY_MS) throw error;
      job.emit({ type: "waiting", seconds: waitMs / 1000, reason: "retry-after" });
      await pause(job, waitMs);
      continue;
    }
    const mayArrive = mayHaveActed(error);
    if (error instanceof ConflictError) {
      if (await waitForDuplicate(job, jobId, error, sends)) continue;
    } else if (!mayArrive) throw error;
    if (wasNotSent(error)) {
      if (isLastingFault(error) || ++unsent >= MAX_LOOKS) throw error;
      await pause(job, jobBackoffMs(job, unsent));
      continue;
    }
    if (!families[job.family].hasPut) throw ambiguous(error);
    const existing = await findJob(job, jobId, mayArrive ? job.api.deliveryMs : 0);
    if (existing !== undefined) return acceptExisting(job, jobId, existing);
    if (sends >= MAX_SENDS) throw error;
  }
}

/** Sends the create once, and reports whether the service answers. @throws the error of a create that the stop ended */
async function trySend(
  job: Job,
  jobId: string,
  body: unknown,
): Promise<{ readonly created: Created } | { readonly error: unknown }> {
  const begunAt = job.clock.now();
  try {
    const created = await sendCreate(job, jobId, body);
    job.outage.answered();
    return { created };
  } catch (error) {
    if (job.abortRequests.aborted) throw error;
    if (isOutage(error)) job.outage.failed(error, begunAt);
    else if (error instanceof ServiceError) job.outage.answered();
    return { error };
  }
}

function acceptCreated(job: Job, jobId: string, { jobId: serviceJobId, jobState }: Created): Promise<JobState> {
  if (serviceJobId !== undefined && job.sibling(serviceJobId) !== undefined)
    throw new AmbiguousCreateError(
      "The answer to the create names another job of this run, so it is another request's, and the service did not say under which id it took this one.",
    );
  return accept(job, serviceJobId ?? jobId, jobState);
}

/** Before its creation, a job has only the deadline of the run. */
function checkDeadline(job: Job): void {
  const now = job.clock.now();
  if (job.deadlineAt(now) <= now) throw new JobDeadlineError("The run's deadline passed before the job was created");
}

/** The journal gets an entry for each send. The request leaves later, where the client waits for the rate limit. */
async function sendCreate(job: Job, jobId: string, body: unknown): Promise<Created> {
  const { family, api, log, cacheControl, abortRequests } = job;
  await log.write({
    type: "create",
    family,
    units: api.unitsOf(body),
    ...(families[family].hasPut && { jobId }),
    expects: expectedResult(family, body),
  });
  return api.create(jobId, body, { cacheControl, signal: abortRequests });
}

/**
 * After a conflict with another job of this run: waits for that job, since the service then answers from its cache.
 * @returns whether the conflict was with another job
 * @throws the conflict, if the other job does not belong to this run: its results belong to somebody else
 */
async function waitForDuplicate(job: Job, jobId: string, conflict: ConflictError, sends: number): Promise<boolean> {
  const { duplicateId } = conflict;
  if (duplicateId === undefined || duplicateId === jobId) return false;
  const sibling = job.sibling(duplicateId);
  if (sibling === undefined || sends >= MAX_SENDS) throw conflict;
  await untilStopped(job, sibling);
  return true;
}

/** Accepts a job whose create got no answer. */
function acceptExisting(job: Job, jobId: string, state: JobState): Promise<JobState> {
  // The result of one unit may have been in the lost answer, also of a running job: the service may not notice that nobody reads it.
  const hasOneUnit = handleOf(job).unitIds.length === 1;
  return accept(job, jobId, state, hasOneUnit || (state.state === "gone" && state.resultMayBeConsumed === true));
}

async function accept(job: Job, jobId: string, jobState: JobState, resultMayBeConsumed = false): Promise<JobState> {
  const requestKey = jobState.state === "gone" ? undefined : jobState.meta.requestKey;
  const units = reportsOf(jobState);
  // One entry for both: after a kill, a job whose result has arrived must not look like a running job.
  await job.log.write({
    type: "created",
    jobId,
    ...(units && { units }),
    ...(resultMayBeConsumed && { resultMayBeConsumed }),
    ...(requestKey !== undefined && { requestKey }),
  });
  job.emit({ type: "job-created", key: job.key, jobId });
  return jobState;
}

/**
 * Looks for the job until the service says whether it has it.
 * @param leastMs how long a gateway may still deliver the create
 * @returns the state of the job, or `undefined` if the service does not have it and, after `leastMs`, never gets it
 * @throws UnreachableError where the service cannot say
 */
async function findJob(job: Job, jobId: string, leastMs: number): Promise<JobState | undefined> {
  let denials = 0;
  let failures = 0;
  let waited = 0;
  for (let looks = 1; ; looks++) {
    const backoff = jobBackoffMs(job, looks);
    // While the service answers, the last look is exactly at the end of `leastMs`.
    const wait = failures === 0 && waited < leastMs ? Math.min(backoff, leastMs - waited) : backoff;
    await pause(job, wait);
    waited += wait;
    const begunAt = job.clock.now();
    try {
      const existing = await askForJob(job, jobId);
      if (existing !== undefined) return existing;
      if (++denials < MAX_NOT_FOUND || waited < leastMs) continue;
      if (leastMs >= job.api.deliveryMs) job.create.mayArrive = false;
      return undefined;
    } catch (error) {
      if (job.stop.aborted) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      if (!isTransient(error) || ++failures >= MAX_LOOKS) {
        throw new UnreachableError(`The service cannot say whether it took the job: ${messageOf(error)}`, {
          cause: error,
        });
      }
    }
  }
}

/** The state of the job, if the service has it or had it: a job whose status is gone, and whose parameters can be read, was taken. */
async function askForJob(job: Job, jobId: string): Promise<JobState | undefined> {
  const units = job.log.handle?.unitIds;
  const signal = job.api.statusIsResult ? job.abortRequests : job.stop;
  const jobState = await job.api.status(jobId, { signal, units });
  job.outage.answered();
  if (jobState.state !== "gone") return jobState;
  const wasTaken = await job.api.exists(jobId, { signal: job.stop });
  // Its result was in the lost answer to the create.
  return wasTaken ? { state: "gone", resultMayBeConsumed: true } : undefined;
}

function ambiguous(error: unknown): AmbiguousCreateError {
  return new AmbiguousCreateError(
    `No usable answer to the create, and this family has no ids of the client's choice: ${messageOf(error)}`,
    { cause: error },
  );
}

/** Waits for another job of the run, until this one is stopped. */
async function untilStopped(job: Job, work: Promise<unknown>): Promise<void> {
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
