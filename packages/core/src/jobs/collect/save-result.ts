import type { AnswerMeta, ResultBody } from "../../service/answer.ts";
import { LostResultError, ServiceError } from "../../service/errors/errors.ts";
import { lazyStream, streamedBody } from "../../service/http/result-body.ts";
import { messageOf } from "../../text/errors.ts";
import { handleOf, type Job } from "../context.ts";
import { IncompleteBodyError, StorageError, storageStep } from "../errors.ts";
import type { UnitRead } from "../handle.ts";
import { type Expected, expectedOfFamily } from "../received/expected.ts";
import { kindOfJson } from "../received/what-came.ts";
import type { ArrivedBytes, Leftover, ReadKind, StoredFile } from "../types.ts";

/** One read of a unit, and which answer brings its bytes. */
export type Read = Omit<UnitRead, "file" | "arrived">;

/** Prepares the store and journals the read, before the bytes are asked for. */
export async function beginRead(job: Job, read: Read): Promise<void> {
  await storageStep("store", () => job.store.prepare?.(job.key, read.unitId, read.kind));
  await job.log.write({ type: "reading", ...read });
}

/** The bytes that an earlier execution left. */
export function recoverRead(job: Job, { unitId, kind, arrived }: UnitRead): Promise<Leftover | undefined> {
  const expects = expectedOf(job, unitId, kind);
  return storageStep("store", () => job.store.recover?.(job.key, unitId, kind, expects, arrived));
}

/**
 * Stores the bytes of a read, and journals that.
 * @throws LostResultError where they do not arrive whole, StorageError where they cannot be stored
 */
export async function saveResult(job: Job, read: Read, body: ResultBody, meta: AnswerMeta): Promise<StoredFile> {
  const { unitId, kind } = read;
  let file: StoredFile;
  try {
    file = await storeBytes(job, read, body, meta.requestKey);
  } catch (error) {
    if (error instanceof IncompleteBodyError) {
      throw lostRead(job, read, error.message, { bytesRead: error.bytesRead, meta, cause: error });
    }
    const { jobId } = handleOf(job);
    throw new StorageError(
      `The ${kind} of unit ${unitId} of job ${jobId} (${job.key}) arrived and could not be kept${keyText(meta.requestKey)}: ${messageOf(error)}`,
      { cause: error },
    );
  }
  return recordSaved(job, read, file, meta.requestKey);
}

/** Stores the bytes. */
function storeBytes(
  job: Job,
  { unitId, kind, source }: Read,
  body: ResultBody,
  requestKey: string | undefined,
): Promise<StoredFile> {
  const more = { ...(source !== undefined && { source }), ...(requestKey !== undefined && { requestKey }) };
  const noteArrived = async (arrived: ArrivedBytes) => {
    await job.log.write({ type: "arrived", unitId, kind, ...more, ...arrived });
  };
  return job.store.store(job.key, unitId, kind, body, expectedOf(job, unitId, kind), noteArrived);
}

/** Journals that the bytes of a read are safe. */
export async function recordSaved(
  job: Job,
  { unitId, kind, source }: Read,
  file: StoredFile,
  requestKey: string | undefined,
): Promise<StoredFile> {
  const read = { unitId, kind, ...(source !== undefined && { source }) };
  await job.log.write({ type: "stored", ...read, file, ...(requestKey !== undefined && { requestKey }) });
  return file;
}

/** What the bytes must be. The document of a failed job says why it failed, in any form. */
function expectedOf(job: Job, unitId: string, kind: ReadKind): Expected {
  if (kind === "info") return "info";
  const { units, expects } = handleOf(job);
  const failed = units?.some(({ id, status }) => id === unitId && status === "failure") === true;
  return failed ? "document" : (expects ?? expectedOfFamily(job.family));
}

interface Loss {
  readonly bytesRead: number;
  readonly meta?: AnswerMeta;
  readonly cause?: unknown;
}

/** The error of a read whose bytes are gone. @param how it was lost, in a message */
export function lostRead(
  job: Job,
  { unitId, kind }: Read,
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

/** An answer with the state of a job instead of its result is shorter. */
const MAX_STATE_BYTES = 4096;

/**
 * Reads the beginning of an answer that may be the only copy of a result. `undefined` for a whole answer that contains nothing: it is
 * empty, `{}`, `{"data":null}`, only the id of a job or a status document, so the result must be read. Otherwise a body with all bytes of the
 * answer: an error at its beginning is an error of that body. Never throws.
 */
export async function findResult(body: ResultBody): Promise<ResultBody | undefined> {
  const reader = body.stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let end: { readonly error?: unknown } | undefined;
  while (length <= MAX_STATE_BYTES && end === undefined) {
    try {
      const { value } = await reader.read();
      if (value === undefined) end = {};
      else pieces.push(value);
      length += value?.length ?? 0;
    } catch (error) {
      end = { error };
    }
  }
  const isWhole = end !== undefined && !("error" in end) && length <= MAX_STATE_BYTES;
  if (isWhole && isWithoutResult(pieces)) return undefined;
  const { contentType, contentLength, mayBeCut, redact } = body;
  const stream = lazyStream({
    async next() {
      const piece = pieces.shift();
      if (piece !== undefined) return piece;
      if (end !== undefined && "error" in end) throw end.error;
      return end === undefined ? (await reader.read()).value : undefined;
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return streamedBody(stream, { contentType, contentLength, mayBeCut, redact });
}

function isWithoutResult(pieces: readonly Uint8Array[]): boolean {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  if (text.trim() === "") return true;
  try {
    const { kind } = kindOfJson(JSON.parse(text));
    return kind === "nothing" || kind === "status" || kind === "job";
  } catch {
    return false;
  }
}
