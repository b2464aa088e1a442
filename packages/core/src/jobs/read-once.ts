import type { AnswerMeta, ResultBody } from "../service/answer.ts";
import { LostResultError, NotFoundError, ServiceError } from "../service/errors.ts";
import { wasNotSent } from "../service/request-not-sent.ts";
import { isDropped, isTransient, MAX_NOT_FOUND, mayHaveActed, retryAfterMs, SECOND_LOOK_MS } from "./ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "./context.ts";
import { IncompleteBodyError, messageOf, StorageError } from "./errors.ts";
import { type Expected, expectedOfFamily } from "./expected-result.ts";
import type { JobState, ResultRead } from "./family-adapter.ts";
import { findRead } from "./handle.ts";
import { resultCame, resultDenied } from "./job-presence.ts";
import { unlessHollow } from "./peek.ts";
import type { ReadKind, ReadWay, StoredFile } from "./types.ts";

/** So often a read is begun again that brought no byte of an answer, or an answer that was none; of what can be read again also half of one. */
const MAX_READS = 5;
/** So often a result is asked for that the finished job calls not completed. */
const MAX_EARLY_READS = 10;

/**
 * Reads what the service gives once, and keeps it. The journal knows of the read before it is asked for. Nothing is
 * asked for again once a byte of it has arrived.
 *
 * @throws LostResultError when the bytes are gone, StorageError when they could not be kept, otherwise what the client
 *   throws: then the service still has them.
 */
export async function readOnce(job: JobContext, unitId: string, kind: ReadKind): Promise<StoredFile> {
  const { jobId, ...handle } = handleOf(job);
  const repeats = kind === "info" || job.api.resultRepeats === true;
  const earlier = findRead({ ...handle, jobId }, unitId, kind);
  if (earlier?.file !== undefined) return earlier.file;
  if (earlier !== undefined) {
    const left = await fromStorage(() => job.store.recover?.(job.key, unitId, kind, expectedOf(job, unitId, kind)));
    if (left?.state === "whole") return stored(job, earlier, left.file, undefined);
    // Of what can be read again, the rest is asked for again. What an answer to a create or a status left need not have been the result.
    const isAnothers = job.api.statusIsResult && earlier.by !== undefined && earlier.by !== "result";
    if (left?.state === "partial" && !repeats && !isAnothers) {
      throw lost(job, unitId, kind, "the run was stopped while it arrived", { bytesRead: left.bytes });
    }
    // No byte of an answer arrived: the service alone knows whether it gave the result away, and says so with a 404.
  }
  if (job.jobPresence === "gone") throw lost(job, unitId, kind, GONE, { bytesRead: 0 });
  const read = { unitId, kind, by: "result" } as const;
  const isOther = earlier?.by !== undefined && earlier.by !== read.by;
  if (earlier === undefined || isOther) await begin(job, read);
  for (let reads = 1; ; reads++) {
    const { body, meta } = await ask(job, unitId, kind, earlier !== undefined);
    resultCame(job);
    try {
      return await keep(job, read, body, meta);
    } catch (error) {
      if (!repeats || reads >= MAX_READS || !(error instanceof LostResultError) || job.stop.aborted) throw error;
      await pause(job, backoffMs(reads, job.random));
    }
  }
}

/**
 * Stores the only copy of a result, which came as the answer to a create or a status read. The journal knows of it before its first byte is
 * read. `undefined` where the answer holds nothing: then the result is to be read like any other.
 */
export async function keepOnlyCopy(
  job: JobContext,
  { unitId, by, body, meta }: Extract<JobState, { state: "result" }>,
): Promise<StoredFile | undefined> {
  const read = { unitId, kind: "result", by } as const;
  await begin(job, read);
  // Where the document of the job is its result, a status is what was to come.
  const held = job.api.resultRepeats === true ? body : await unlessHollow(body);
  return held && keep(job, read, held, meta);
}

async function begin(job: JobContext, read: Read): Promise<void> {
  await fromStorage(() => job.store.prepare?.(job.key, read.unitId, read.kind));
  await job.log.write({ type: "reading", ...read });
}

/** What is read, and which answer brings it. */
interface Read {
  readonly unitId: string;
  readonly kind: ReadKind;
  readonly by?: ReadWay;
}

/** What the bytes must be. The document of a job that failed says why, in its own way. */
function expectedOf(job: JobContext, unitId: string, kind: ReadKind): Expected {
  if (kind === "info") return "info";
  const { units, expects } = handleOf(job);
  const failed = units?.some(({ id, status }) => id === unitId && status === "failure") === true;
  return failed ? "document" : (expects ?? expectedOfFamily(job.family));
}

async function ask(job: JobContext, unitId: string, kind: ReadKind, mayBeConsumed: boolean): Promise<ResultRead> {
  const { jobId } = handleOf(job);
  const call = kind === "info" ? job.api.info : job.api.result;
  if (call === undefined) throw new Error(`The family ${job.family} has no ${kind} documents.`);
  let responseLost = mayBeConsumed;
  let reads = 0;
  let early = 0;
  let denials = 0;
  for (;;) {
    job.stop.throwIfAborted();
    let denial: NotFoundError | undefined;
    try {
      if (!responseLost || !(await isSpent(job))) return await call.call(job.api, jobId, unitId, { signal: job.halt });
    } catch (error) {
      if (job.halt.aborted) throw error;
      if (error instanceof ServiceError && error.requestKey !== undefined) job.failedKeys.add(error.requestKey);
      if (!(error instanceof NotFoundError && error.isServiceError)) {
        if (!isTransient(error)) throw error;
        if (++reads >= MAX_READS) {
          // Of a job with units the status still says what there is.
          if (!isDropped(error) || !job.api.statusIsResult) throw error;
          throw lost(job, unitId, kind, DROPPED, { bytesRead: 0, cause: error });
        }
        responseLost ||= mayHaveActed(error) && !wasNotSent(error);
        await pause(job, retryAfterMs(error) ?? backoffMs(reads, job.random));
        continue;
      }
      if (isNotCompleted(error)) {
        if (++early >= MAX_EARLY_READS) throw error;
        await pause(job, Math.max(5000, backoffMs(early, job.random)));
        continue;
      }
      denial = error;
    }
    const isKnown = denial !== undefined && (job.jobPresence === "suspect" || isSaidSpent(denial));
    if (++denials >= MAX_NOT_FOUND || isKnown) {
      if (kind === "result") await resultDenied(job);
      const how = responseLost ? RESPONSE_LOST : GIVEN_AWAY;
      throw lost(job, unitId, kind, how, { bytesRead: 0, cause: denial });
    }
    await pause(job, SECOND_LOOK_MS);
  }
}

/** How a result was lost, in a message. */
export const RESPONSE_LOST = "it was given away in an answer that did not arrive";
const DROPPED = "the service answered with a redirect or a word that nothing has changed in the result's place";
const GIVEN_AWAY = "the service gave it away before, or canceled the job";
const GONE = "the service no longer has the job, which was canceled or read elsewhere";

/** Before a result is asked for again: a job whose results are all given away has no status any more. */
async function isSpent(job: JobContext): Promise<boolean> {
  if (job.api.statusIsResult) return false;
  const seen = await job.api.status(handleOf(job).jobId, { signal: job.halt });
  return seen.state === "gone";
}

/** Where the service says what became of the result, there is no need to ask again. */
function isSaidSpent(error: NotFoundError): boolean {
  return error.errors.some(({ title, detail }) => /\balready\b|\bcancell?ed\b/i.test(`${title ?? ""} ${detail ?? ""}`));
}

/** "Not completed yet" is a 404 too, and no spent result. */
function isNotCompleted(error: NotFoundError): boolean {
  return error.errors.some(({ title, detail }) =>
    /not (?:yet )?completed?(?: yet)?\b/i.test(`${title ?? ""} ${detail ?? ""}`),
  );
}

async function keep(job: JobContext, read: Read, body: ResultBody, meta: AnswerMeta): Promise<StoredFile> {
  const { unitId, kind } = read;
  let file: StoredFile;
  try {
    file = await job.store.store(job.key, unitId, kind, body, expectedOf(job, unitId, kind));
  } catch (error) {
    if (error instanceof IncompleteBodyError) {
      throw lost(job, unitId, kind, error.message, { bytesRead: error.bytesRead, meta, cause: error });
    }
    const { jobId } = handleOf(job);
    throw new StorageError(
      `The ${kind} of unit ${unitId} of job ${jobId} (${job.key}) arrived and could not be kept${keyText(meta.requestKey)}: ${messageOf(error)}`,
      { cause: error },
    );
  }
  return stored(job, read, file, meta.requestKey);
}

async function stored(job: JobContext, { unitId, kind, by }: Read, file: StoredFile, requestKey: string | undefined) {
  const way = by === undefined ? {} : { by };
  await job.log.write({ type: "stored", unitId, kind, ...way, file, ...(requestKey !== undefined && { requestKey }) });
  return file;
}

async function fromStorage<T>(read: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    throw new StorageError(`The store cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

interface Loss {
  readonly bytesRead: number;
  readonly meta?: AnswerMeta;
  readonly cause?: unknown;
}

function lost(
  job: JobContext,
  unitId: string,
  kind: ReadKind,
  how: string,
  { bytesRead, meta, cause }: Loss,
): LostResultError {
  const { jobId, requestKeys } = handleOf(job);
  const answered = cause instanceof ServiceError ? cause.requestKey : undefined;
  const requestKey = meta?.requestKey ?? answered ?? requestKeys.at(-1);
  const message = `The ${kind} of unit ${unitId} of job ${jobId} (${job.key}) is lost: ${how}. ${bytesRead} bytes arrived${keyText(requestKey)}`;
  return new LostResultError(message, { jobId, unitId, bytesRead, requestKey, cause });
}

function keyText(requestKey: string | undefined): string {
  return requestKey === undefined ? "" : ` (request key ${requestKey})`;
}
