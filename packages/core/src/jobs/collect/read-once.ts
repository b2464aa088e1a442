import { wasNotSent } from "../../service/errors/connection-fault.ts";
import { LostResultError, NotFoundError, ServiceError } from "../../service/errors/errors.ts";
import { retryAfterMs } from "../../service/throttle/retry.ts";
import { handleOf, type Job, jobBackoffMs, pause } from "../context.ts";
import { findRead } from "../handle.ts";
import {
  EARLY_READ_PAUSE_MS,
  isRedirected,
  isTransient,
  MAX_EARLY_READS,
  MAX_NOT_FOUND,
  MAX_READS,
  mayHaveActed,
  SECOND_LOOK_MS,
} from "../policy.ts";
import type { JobState, ResultRead } from "../protocol/job-protocol.ts";
import type { StoredFile } from "../types.ts";
import { beginRead, findResult, lostRead, type Read, recordSaved, recoverRead, saveResult } from "./save-result.ts";

/**
 * Reads what the service gives once, and stores it. The journal has the read before the request leaves. After the first byte of a
 * result the service is not asked for it again.
 *
 * @throws LostResultError when the bytes are gone, StorageError when they could not be stored, otherwise what the client
 *   throws: then the service still has them
 */
export async function readOnce(job: Job, unitId: string, kind: "result" | "info"): Promise<StoredFile> {
  const canRepeat = kind === "info" || job.api.resultRepeats === true;
  const read = { unitId, kind, source: "result" } as const;
  const earlier = findRead(handleOf(job), unitId, kind);
  if (earlier?.file !== undefined) return earlier.file;
  // An earlier answer to a create or a status read need not have been the result.
  const isOtherAnswer = earlier?.source !== undefined && earlier.source !== read.source;
  if (earlier !== undefined) {
    const leftover = await recoverRead(job, earlier);
    if (leftover?.state === "whole") return recordSaved(job, earlier, leftover.file, undefined);
    if (leftover?.state === "partial" && !canRepeat && !(job.api.statusIsResult && isOtherAnswer))
      throw lostRead(job, read, "the run was stopped while it arrived", { bytesRead: leftover.bytes });
    // Nothing arrived: only the service knows whether it gave the result away, and answers 404 then.
  }
  if (job.jobPresence === "forgotten") throw lostRead(job, read, GONE, { bytesRead: 0 });
  if (earlier === undefined || isOtherAnswer) await beginRead(job, read);
  for (let reads = 1; ; reads++) {
    const { body, meta } = await requestRead(job, read, earlier !== undefined);
    job.jobPresence = "known";
    try {
      return await saveResult(job, read, body, meta);
    } catch (error) {
      if (!canRepeat || reads >= MAX_READS || !(error instanceof LostResultError) || job.stop.aborted) throw error;
      await pause(job, jobBackoffMs(job, reads));
    }
  }
}

/**
 * Stores the only copy of a result, which came as the answer to a create or a status read. The journal has it before its first byte is
 * read. `undefined` where the answer contains nothing: then the result is read as any other.
 */
export async function saveOnlyCopy(
  job: Job,
  { unitId, source, body, meta }: Extract<JobState, { state: "result" }>,
): Promise<StoredFile | undefined> {
  const read = { unitId, kind: "result", source } as const;
  await beginRead(job, read);
  // Where the document of the job is its result, a status document is the expected result.
  const result = job.api.resultRepeats === true ? body : await findResult(body);
  return result && saveResult(job, read, result, meta);
}

/** How one attempt to read failed. */
type ReadFailure = "not-completed" | "denied" | "transient" | "dropped" | "final";

interface FailedRead {
  readonly job: Job;
  readonly read: Read;
  /** Undefined where the status showed that the result was given away. */
  readonly error: unknown;
  /** Whether a lost answer may have been the result. */
  readonly responseLost: boolean;
}

/** What to do after an attempt that failed: wait and read again, up to `limit` times, and then throw. */
interface RetryRule {
  readonly counter: "reads" | "earlyReads" | "denials";
  readonly limit: number;
  readonly waitMs: (failed: FailedRead, count: number) => number;
  readonly endsWith: (failed: FailedRead) => unknown;
}

const retryWaitMs = ({ job, error }: FailedRead, reads: number) => retryAfterMs(error) ?? jobBackoffMs(job, reads);

const retryRules: Readonly<Record<ReadFailure, RetryRule>> = {
  "not-completed": {
    counter: "earlyReads",
    limit: MAX_EARLY_READS,
    waitMs: ({ job }, count) => Math.max(EARLY_READ_PAUSE_MS, jobBackoffMs(job, count)),
    endsWith: ({ error }) => error,
  },
  denied: { counter: "denials", limit: MAX_NOT_FOUND, waitMs: () => SECOND_LOOK_MS, endsWith: toLossOfDenied },
  transient: { counter: "reads", limit: MAX_READS, waitMs: retryWaitMs, endsWith: ({ error }) => error },
  dropped: {
    counter: "reads",
    limit: MAX_READS,
    waitMs: retryWaitMs,
    // The status of a job with units still says what became of it.
    endsWith: ({ job, read, error }) =>
      job.api.statusIsResult ? lostRead(job, read, DROPPED, { bytesRead: 0, cause: error }) : error,
  },
  final: { counter: "reads", limit: 0, waitMs: () => 0, endsWith: ({ error }) => error },
};

async function requestRead(job: Job, read: Read, resultMayBeConsumed: boolean): Promise<ResultRead> {
  const { unitId, kind } = read;
  const { jobId } = handleOf(job);
  const call = kind === "info" ? job.api.info : job.api.result;
  if (call === undefined) throw new Error(`The family ${job.family} has no ${kind} documents.`);
  const counts = { reads: 0, earlyReads: 0, denials: 0 };
  let responseLost = resultMayBeConsumed;
  for (;;) {
    job.stop.throwIfAborted();
    let error: unknown;
    try {
      if (!responseLost || !(await isConsumed(job)))
        return await call.call(job.api, jobId, unitId, { signal: job.abortRequests });
    } catch (thrown) {
      if (job.abortRequests.aborted) throw thrown;
      if (thrown instanceof ServiceError && thrown.requestKey !== undefined) job.failedKeys.add(thrown.requestKey);
      error = thrown;
    }
    const outcome = failureOf(error);
    const { counter, limit, waitMs, endsWith } = retryRules[outcome];
    counts[counter] += 1;
    const failed = { job, read, error, responseLost };
    const isCertain =
      outcome === "denied" &&
      (isReportedConsumed(error) || (error !== undefined && job.jobPresence === "maybe-forgotten"));
    if (counts[counter] >= limit || isCertain) throw await endsWith(failed);
    responseLost ||= mayHaveActed(error) && !wasNotSent(error);
    await pause(job, waitMs(failed, counts[counter]));
  }
}

function failureOf(error: unknown): ReadFailure {
  if (error === undefined) return "denied";
  if (error instanceof NotFoundError && error.isServiceError)
    return hasErrorText(error, /not (?:yet )?completed?(?: yet)?\b/i) ? "not-completed" : "denied";
  if (isRedirected(error)) return "dropped";
  return isTransient(error) ? "transient" : "final";
}

async function toLossOfDenied({ job, read, error, responseLost }: FailedRead): Promise<LostResultError> {
  if (read.kind === "result") await recordNotFound(job);
  return lostRead(job, read, responseLost ? RESPONSE_LOST : GIVEN_AWAY, { bytesRead: 0, cause: error });
}

/** How a result was lost, in a message. */
export const RESPONSE_LOST = "it was given away in an answer that did not arrive";
const DROPPED = 'the service answered with a redirect or "not modified" instead of the result';
const GIVEN_AWAY = "the service gave it away before, or canceled the job";
const GONE = "the service no longer has the job, which was canceled or read elsewhere";

/** Whether all results of the job are given away: then it has no status any more. */
async function isConsumed(job: Job): Promise<boolean> {
  if (job.api.statusIsResult) return false;
  const jobState = await job.api.status(handleOf(job).jobId, { signal: job.abortRequests });
  return jobState.state === "gone";
}

/** Whether the service says what became of the result, so that a second read would show nothing more. */
function isReportedConsumed(error: unknown): boolean {
  return error instanceof NotFoundError && hasErrorText(error, /\balready\b|\bcancell?ed\b/i);
}

function hasErrorText({ errors }: NotFoundError, pattern: RegExp): boolean {
  return errors.some(({ title, detail }) => pattern.test(`${title ?? ""} ${detail ?? ""}`));
}

/** Notes that a result is gone. If other results are unread, checks whether the job has a status. */
export async function recordNotFound(job: Job): Promise<void> {
  const unread = (handleOf(job).units ?? []).length - job.unitOutcomes.size - 1;
  if (unread <= 0 || job.api.statusIsResult || job.api.resultRepeats) return;
  if (job.jobPresence === "maybe-forgotten") job.jobPresence = "forgotten";
  else if (await hasNoStatus(job)) job.jobPresence = "maybe-forgotten";
}

async function hasNoStatus(job: Job): Promise<boolean> {
  try {
    const { state } = await job.api.status(handleOf(job).jobId, { signal: job.stop });
    return state === "gone" || state === "canceled";
  } catch {
    // An unreadable status proves nothing: the next result is read as this one was.
    return false;
  }
}
