import { isTransient } from "../ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "../context.ts";
import { documentBody } from "../document-body.ts";
import { messageOf, StorageError } from "../errors.ts";
import { findRead } from "../handle.ts";
import type { StoredFile } from "../types.ts";
import type { CommentaryApi, CommentaryText } from "./api.ts";
import { CommentaryError } from "./problem.ts";

/** So often the finished commentary is asked for; the service gives it as often as it is asked. */
const MAX_READS = 5;

/** The commentary that an earlier execution stored, also where it was killed before it could say so. */
export async function storedCommentary(job: JobContext, unitId: string): Promise<StoredFile | undefined> {
  const read = findRead(handleOf(job), unitId, "commentary");
  if (read === undefined || read.file !== undefined) return read?.file;
  const left = await fromStorage(() => job.store.recover?.(job.key, unitId, "commentary", "document"));
  if (left?.state !== "whole" || left.file.defect !== undefined) return undefined;
  return stored(job, unitId, left.file, undefined);
}

/** Reads the finished commentary, and keeps it. */
export async function readCommentary(job: JobContext, api: CommentaryApi, unitId: string): Promise<StoredFile> {
  for (let reads = 1; ; reads++) {
    job.stop.throwIfAborted();
    try {
      const text = await api.text(handleOf(job).jobId, unitId, { signal: job.halt });
      return await keepCommentary(job, unitId, text);
    } catch (error) {
      if (job.halt.aborted || !isTransient(error) || reads >= MAX_READS) throw error;
      await pause(job, backoffMs(reads, job.random));
    }
  }
}

/** Keeps a commentary that arrived. The journal knows of it before the store does. */
export async function keepCommentary(
  job: JobContext,
  unitId: string,
  { bytes, sections, meta }: CommentaryText,
): Promise<StoredFile> {
  if (sections === 0)
    throw new CommentaryError("The service gave one without sections. Run the parameter file again for another.");
  await fromStorage(() => job.store.prepare?.(job.key, unitId, "commentary"));
  await job.log.write({ type: "reading", unitId, kind: "commentary" });
  const file = await fromStorage(() => job.store.store(job.key, unitId, "commentary", documentBody(bytes), "document"));
  return stored(job, unitId, file, meta.requestKey);
}

async function stored(
  job: JobContext,
  unitId: string,
  file: StoredFile,
  requestKey: string | undefined,
): Promise<StoredFile> {
  const key = requestKey === undefined ? {} : { requestKey };
  await job.log.write({ type: "stored", unitId, kind: "commentary", file, ...key });
  return file;
}

async function fromStorage<T>(work: () => Promise<T>): Promise<T>;
async function fromStorage<T>(work: () => Promise<T> | undefined): Promise<T | undefined>;
async function fromStorage<T>(work: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`The store cannot be used: ${messageOf(error)}`, { cause: error });
  }
}
