import { beginRead, journalStored, keepRead, recoverRead, type StoredJob } from "../collect/keep-result.ts";
import { handleOf, type JobSignals, type JobTime, jobBackoffMs, pause } from "../context.ts";
import { findRead } from "../handle.ts";
import { isTransient, MAX_READS } from "../policy.ts";
import type { CommentaryApi, CommentaryText } from "../protocol/commentary-api.ts";
import { documentBody } from "../received/document-body.ts";
import type { StoredFile } from "../types.ts";
import { CommentaryError } from "./problem.ts";

/** What the reading of a commentary uses of its job. */
export interface KeepContext extends StoredJob, JobTime, Pick<JobSignals, "abortRequests"> {}

/** The commentary that an earlier execution stored, also where it ended before it journaled that. */
export async function storedCommentary(job: StoredJob, unitId: string): Promise<StoredFile | undefined> {
  const read = findRead(handleOf(job), unitId, "commentary");
  if (read === undefined || read.file !== undefined) return read?.file;
  const leftover = await recoverRead(job, read);
  if (leftover?.state !== "whole" || leftover.file.defect !== undefined) return undefined;
  return journalStored(job, read, leftover.file, undefined);
}

/** Reads the finished commentary, and stores it. The service gives it as often as it is asked. */
export async function fetchCommentary(job: KeepContext, api: CommentaryApi, unitId: string): Promise<StoredFile> {
  for (let reads = 1; ; reads++) {
    job.stop.throwIfAborted();
    try {
      const text = await api.text(handleOf(job).jobId, unitId, { signal: job.abortRequests });
      return await keepCommentary(job, unitId, text);
    } catch (error) {
      if (job.abortRequests.aborted || !isTransient(error) || reads >= MAX_READS) throw error;
      await pause(job, jobBackoffMs(job, reads));
    }
  }
}

/** Stores a commentary that arrived. The journal has it before the store does. */
export async function keepCommentary(
  job: StoredJob,
  unitId: string,
  { bytes, sections, meta }: CommentaryText,
): Promise<StoredFile> {
  if (sections === 0)
    throw new CommentaryError("The service gave one without sections. Run the parameter file again for another.");
  const read = { unitId, kind: "commentary" } as const;
  await beginRead(job, read);
  return keepRead(job, read, documentBody(bytes), meta);
}
