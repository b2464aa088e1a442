import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { IncompleteBodyError, type ResultBody, StorageError } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import { createFile, freeBytesOf, replaceWith, writeAll, writePieces } from "../../files/disk.ts";
import { readPieces, type Written } from "../../files/open-file.ts";

const MEBIBYTE = 1024 * 1024;
/** With less than this, no more results are requested: results that are arriving, the journal and the manifest need the rest. */
const RESERVE_BYTES = 64 * MEBIBYTE;
/** A growing result may use the reserve down to this, which the journal and the manifest need. */
const LAST_BYTES = 16 * MEBIBYTE;
/** Free space is checked each time this many bytes were written, and at every step once less than `NEAR_BYTES` is free. */
const CHECK_EVERY_BYTES = 16 * MEBIBYTE;
const NEAR_BYTES = 512 * MEBIBYTE;

/** Returns the bytes that are free for the user on the disk of a folder; `Infinity` where the system does not report them. */
export type FreeBytes = (folder: string) => Promise<number>;

export type DiskSpace = ReturnType<typeof createDiskSpace>;

/**
 * Ends a run in good order before its disk is full. One for all results of a run. Every method throws StorageError.
 *
 * @param freeBytes default: asks the system
 */
export function createDiskSpace(folder: string, freeBytes: FreeBytes = freeBytesOf) {
  let remainingBytes = 0;
  let uncheckedBytes = Infinity;

  async function check(): Promise<void> {
    remainingBytes = await freeBytes(folder);
    uncheckedBytes = 0;
  }

  function diskFullError(need: string): StorageError {
    return new StorageError(
      `The disk of ${folder} has ${mebibytes(remainingBytes)} MiB left, and ${need}. Free some space and resume the run.`,
    );
  }

  return {
    /** Call before a result is requested. */
    async ready(): Promise<void> {
      await check();
      if (remainingBytes < RESERVE_BYTES)
        throw diskFullError(`a run asks for no more results below ${mebibytes(RESERVE_BYTES)} MiB`);
    },
    /** Call before a result of `bytes` bytes is written; `undefined` if its length is not known. */
    async announced(bytes = 0): Promise<void> {
      await check();
      if (bytes <= remainingBytes - LAST_BYTES) return;
      throw diskFullError(
        `the result has ${bytes} bytes; ${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`,
      );
    },
    /** Call before `bytes` more bytes are written. */
    async take(bytes: number): Promise<void> {
      uncheckedBytes += bytes;
      remainingBytes -= bytes;
      if (uncheckedBytes >= CHECK_EVERY_BYTES || remainingBytes < NEAR_BYTES) {
        await check();
        remainingBytes -= bytes;
      }
      if (remainingBytes < LAST_BYTES)
        throw diskFullError(`${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`);
    },
  };
}

const mebibytes = (bytes: number) => Math.max(0, Math.floor(bytes / MEBIBYTE));

/** The size of a write: large enough for few writes, small enough to take little memory. */
const BATCH_BYTES = 512 * 1024;
/** A sync starts each time this many bytes were written, so that the sync at the end is short: a result of 1 GiB takes a fifth less time. */
const SYNC_AHEAD_BYTES = 16 * MEBIBYTE;

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
  const syncAhead = createSyncAhead(file);
  for (;;) {
    const batch = await gather(reader);
    try {
      await Promise.all([writing, space?.take(batch.bytes)]);
      writing = writePieces(file, batch.pieces);
      for (const piece of batch.pieces) hash.update(piece);
      bytes += batch.bytes;
      syncAhead.wrote(batch.bytes);
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
  await syncAhead.ended();
  await file.sync();
  return { bytes, sha256: hash.digest("hex") };
}

/** Syncs while more arrives, one sync at a time. A failure is reported at the end, because the system reports it only once. */
function createSyncAhead(file: FileHandle) {
  let unsyncedBytes = 0;
  let isSyncing = false;
  let syncing = Promise.resolve();
  return {
    wrote(bytes: number): void {
      unsyncedBytes += bytes;
      if (isSyncing || unsyncedBytes < SYNC_AHEAD_BYTES) return;
      unsyncedBytes = 0;
      isSyncing = true;
      syncing = file.datasync().then(() => {
        isSyncing = false;
      });
      syncing.catch(() => {});
    },
    ended: () => syncing,
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

interface Sizes {
  readonly pieceBytes: number;
  /** The longest credential, with escapes. The end of each piece is kept for the next one, where a credential can continue. */
  readonly maxSecretBytes: number;
}
const usualSizes: Sizes = { pieceBytes: 1024 * 1024, maxSecretBytes: 256 * 1024 };
/** Where a credential is at the place of a cut, the cut moves back by a little more than a usual credential takes. */
const STEP_BACK_BYTES = 4099;

/**
 * Removes credentials from a file that is kept as evidence of a defective result. Returns the new size and digest; `undefined` where the file
 * has no credentials and is unchanged.
 */
export async function redactFile(
  folder: string,
  name: string,
  redact: (text: string) => string,
  sizes = usualSizes,
): Promise<Written | undefined> {
  const path = join(folder, name);
  if (!(await hasSecrets(path, redact, sizes))) return undefined;
  const hash = createHash("sha256");
  let bytes = 0;
  const write = async (file: FileHandle) => {
    for await (const { after } of cleanTexts(path, redact, sizes)) {
      const piece = Buffer.from(after, "latin1");
      hash.update(piece);
      bytes += piece.length;
      await writeAll(file, piece);
    }
  };
  await replaceWith(folder, name, write, { temporary: `${name}.redacted` });
  return { bytes, sha256: hash.digest("hex") };
}

async function hasSecrets(path: string, redact: (text: string) => string, sizes: Sizes): Promise<boolean> {
  for await (const { isChanged } of cleanTexts(path, redact, sizes)) if (isChanged) return true;
  return false;
}

/** The texts of a file, with a character for each byte, so that every other byte is unchanged. */
async function* cleanTexts(path: string, redact: (text: string) => string, { pieceBytes, maxSecretBytes }: Sizes) {
  let rest = "";
  for await (const piece of readPieces(path, { pieceBytes })) {
    const text = rest + piece.toString("latin1");
    const { before, after } = cutText(text, redact, maxSecretBytes);
    rest = text.slice(before.length);
    yield { after, isChanged: after !== before };
  }
  const after = redact(rest);
  yield { after, isChanged: after !== rest };
}

/**
 * The beginning of a text, before and after its credentials are removed, up to a place where no credential is cut in two. The rest is long
 * enough for each credential that the next piece completes.
 */
function cutText(text: string, redact: (text: string) => string, maxSecretBytes: number) {
  const clean = redact(text);
  for (let end = text.length - maxSecretBytes; end > 0; end -= STEP_BACK_BYTES) {
    const before = text.slice(0, end);
    if (clean === text) return { before, after: before };
    const after = redact(before);
    if (after + redact(text.slice(end)) === clean) return { before, after };
  }
  return { before: "", after: "" };
}
