import { families } from "../../families/families.ts";
import {
  AmbiguousCreateError,
  type ConflictError,
  JobDeadlineError,
  NotFoundError,
} from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { handleOf, type Job } from "../context.ts";
import { MAX_SENDS } from "../policy.ts";
import { type Created, type JobState, reportsOf } from "../protocol/family-adapter.ts";
import { expectedResult } from "../received/expectations.ts";
import { createOnce, findCreated } from "./retry-create.ts";

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

async function send(job: Job, jobId: string, body: unknown): Promise<JobState> {
  const { hasPut } = families[job.family];
  const end = await createOnce(job, {
    checkDeadline: () => checkDeadline(job),
    send: () => sendCreate(job, jobId, body),
    findExisting(error, leastMs) {
      if (!hasPut) throw ambiguous(error);
      return findJob(job, jobId, leastMs);
    },
    waitForDuplicate: (conflict, sends) => waitForDuplicate(job, jobId, conflict, sends),
  });
  if ("existing" in end) return acceptExisting(job, jobId, end.existing);
  const { jobId: serviceJobId, jobState } = end.answer;
  if (serviceJobId !== undefined && job.sibling(serviceJobId) !== undefined)
    throw new AmbiguousCreateError(OTHER_JOBS_ANSWER);
  return accept(job, serviceJobId ?? jobId, jobState);
}

const OTHER_JOBS_ANSWER =
  "The answer to the create names another job of this run, so it is another request's, and the service did not say under which id it took this one.";

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

/** For a job of one unit, the lost answer may have been the result, also while the job runs: the service may not notice that nobody reads it. */
function acceptExisting(job: Job, jobId: string, jobState: JobState): Promise<JobState> {
  return accept(
    job,
    jobId,
    jobState,
    handleOf(job).asked.length === 1 || (jobState.state === "gone" && jobState.mayBeConsumed === true),
  );
}

async function accept(job: Job, jobId: string, jobState: JobState, mayBeConsumed = false): Promise<JobState> {
  const requestKey = jobState.state === "gone" ? undefined : jobState.meta.requestKey;
  const units = reportsOf(jobState);
  // One entry for both: after a kill, a job whose result has arrived must not look like a running job.
  await job.log.write({
    type: "created",
    jobId,
    ...(units && { units }),
    ...(mayBeConsumed && { mayBeSpent: true }),
    ...(requestKey !== undefined && { requestKey }),
  });
  job.emit({ type: "job-created", key: job.key, jobId });
  return jobState;
}

/**
 * Asks the service whether it has the job: its status, or `undefined` if it does not have it and, after `leastMs`, never gets it. A job
 * without a status whose parameters can still be read was taken, and its result was in the lost answer.
 */
async function findJob(job: Job, jobId: string, leastMs: number): Promise<JobState | undefined> {
  const units = job.log.handle?.asked;
  const existing = await findCreated(job, "job", leastMs, async (): Promise<JobState | undefined> => {
    const jobState = await job.api.status(jobId, {
      signal: job.api.statusIsResult ? job.abortRequests : job.stop,
      units,
    });
    job.outage.answered();
    if (jobState.state !== "gone") return jobState;
    const exists = await job.api.exists(jobId, { signal: job.stop });
    return exists ? { state: "gone", mayBeConsumed: true } : undefined;
  });
  if (existing === undefined && leastMs >= job.api.deliveryMs) job.create.mayArrive = false;
  return existing;
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
