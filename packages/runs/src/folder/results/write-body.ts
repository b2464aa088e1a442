import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { IncompleteBodyError, isJsonType } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import { isByteStream, type ResultBody } from "@analytics-engines/core/client";
import type { FileDigests } from "../../files/digest-file.ts";
import { createFile, writePieces } from "../../files/disk.ts";
import type { DiskSpace } from "../disk-space.ts";
import { MAX_HELD_BYTES } from "./decode-stored.ts";

/** The size of a write: large enough for few writes, small enough to take little memory. */
const BATCH_BYTES = 512 * 1024;
/** A sync starts each time this many bytes were written, so that the sync at the end is short. */
const SYNC_AHEAD_BYTES = 16 * 1024 * 1024;

/** A body on the disk, with the digest of the bytes that arrived: SHA-256, or CRC-32 for a large JSON body. */
export interface WrittenBody {
  readonly bytes: number;
  readonly digest: Partial<FileDigests>;
}

/**
 * Writes a body into a new file and syncs it. A CPU without instructions for SHA-256 needs as long for it as for the download. So a large
 * JSON body gets only a CRC-32 here, and its SHA-256 when the file is inspected.
 * @param space is checked before the file is made and while it grows
 * @throws IncompleteBodyError where the body does not arrive whole; the file has the part that arrived
 * @throws StorageError where the disk is nearly full; other errors of the disk
 */
export async function writeBody(path: string, body: ResultBody, space?: DiskSpace): Promise<WrittenBody> {
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
async function pour(body: ResultBody, file: FileHandle, space: DiskSpace | undefined): Promise<WrittenBody> {
  const digest = await bodyDigest(body);
  const isOurs = isByteStream(body.stream);
  const reader = body.stream.getReader();
  let bytes = 0;
  let writing = Promise.resolve();
  const syncing = createSyncAhead(file);
  for (;;) {
    const batch = await gather(reader);
    try {
      await Promise.all([writing, space?.take(batch.bytes)]);
      const written = writePieces(file, batch.pieces);
      for (const piece of batch.pieces) digest.update(piece);
      writing = isOurs ? written.then(() => free(batch.pieces)) : written;
      bytes += batch.bytes;
      syncing.wrote(batch.bytes);
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
  await syncing.end();
  await file.sync();
  return { bytes, digest: digest.end() };
}

async function bodyDigest({ contentType, contentLength = 0 }: ResultBody) {
  if (contentLength > MAX_HELD_BYTES && isJsonType(contentType)) {
    // Seldom needed, so loaded when it is.
    const { crc32 } = await import("node:zlib");
    let sum = 0;
    return {
      update(piece: Uint8Array): void {
        sum = crc32(piece, sum);
      },
      end: () => ({ crc32: sum }),
    };
  }
  const hash = createHash("sha256");
  return {
    update(piece: Uint8Array): void {
      hash.update(piece);
    },
    end: () => ({ sha256: hash.digest("hex") }),
  };
}

/** Frees memory at once: to wait for the garbage collector and allocate more takes longer than to write it. */
function free(pieces: readonly Uint8Array[]): void {
  for (const { buffer } of pieces) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Syncs while more arrives, one sync at a time. A failure is kept until the end, since the system can report it only once. */
function createSyncAhead(file: FileHandle) {
  let unsynced = 0;
  let running = false;
  let failure: { readonly error: unknown } | undefined;
  let last = Promise.resolve();
  return {
    wrote(bytes: number): void {
      unsynced += bytes;
      if (running || unsynced < SYNC_AHEAD_BYTES) return;
      unsynced = 0;
      running = true;
      last = file
        .datasync()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => {
          running = false;
        });
    },
    async end(): Promise<void> {
      await last;
      if (failure !== undefined) throw failure.error;
    },
  };
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
