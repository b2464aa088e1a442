import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { IncompleteBodyError } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import type { ResultBody } from "@analytics-engines/core/client";
import { createFile, writePieces } from "../../files/disk.ts";
import type { Written } from "../../files/sha256.ts";
import type { DiskSpace } from "../disk-space.ts";

/** The size of a write: large enough for few writes, small enough to take little memory. */
const BATCH_BYTES = 512 * 1024;

/**
 * Writes a body into a new file and syncs it. The digest is that of the bytes that arrived, so a check of the file finds a disk that
 * changed them.
 * @param space is checked before the file is made and while it grows
 * @throws IncompleteBodyError where the body does not arrive whole; the file has the part that arrived
 * @throws StorageError where the disk is nearly full; other errors of the disk
 */
export async function writeBody(path: string, body: ResultBody, space?: DiskSpace): Promise<Written> {
  let file: FileHandle;
  try {
    await space?.announced(body.contentLength);
    file = await createFile(path);
  } catch (error) {
    await body.stream.cancel(error).catch(() => {});
    throw error;
  }
  await using openedFile = file;
  return await pour(body, openedFile, space);
}

/** Gathers the next batch while one is written and digested. No more of the body is in memory. */
async function pour(body: ResultBody, file: FileHandle, space: DiskSpace | undefined): Promise<Written> {
  const hash = createHash("sha256");
  const reader = body.stream.getReader();
  let bytes = 0;
  let writing = Promise.resolve();
  for (;;) {
    const batch = await gather(reader);
    try {
      await Promise.all([writing, space?.take(batch.bytes)]);
      writing = writePieces(file, batch.pieces);
      for (const piece of batch.pieces) hash.update(piece);
      bytes += batch.bytes;
      if (batch.isLast) await writing;
    } catch (error) {
      await reader.cancel(error).catch(() => {});
      throw error;
    }
    if (batch.failure !== undefined) {
      throw new IncompleteBodyError(messageOf(batch.failure), bytes, { cause: batch.failure });
    }
    if (batch.isLast) break;
    // A failed write is reported with the next batch.
    writing.catch(() => {});
  }
  const { contentLength } = body;
  if (contentLength !== undefined && contentLength !== bytes) {
    throw new IncompleteBodyError(`${contentLength} bytes were announced`, bytes);
  }
  await file.sync();
  return { bytes, sha256: hash.digest("hex") };
}

interface Batch {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly isLast: boolean;
  /** Why the body ended early. The batch has the bytes that arrived before. */
  readonly failure?: unknown;
}

async function gather(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Batch> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (bytes < BATCH_BYTES) {
      const { value } = await reader.read();
      if (value === undefined) return { pieces, bytes, isLast: true };
      pieces.push(value);
      bytes += value.length;
    }
    return { pieces, bytes, isLast: false };
  } catch (error) {
    return { pieces, bytes, isLast: true, failure: error ?? new Error("the body ended early") };
  }
}
