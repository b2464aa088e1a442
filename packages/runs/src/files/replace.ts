import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { removeFile, removeTemporaryNow, renameNow, renamePath, writeNow } from "./busy-files.ts";
import { createFile, syncFolder, writeAll } from "./disk.ts";

// Files that are written whole or not at all.

/**
 * Replaces a file by what `write` fills a temporary file with. A reader, a kill or a power cut finds either the old or the new one whole.
 * @param name of the file; a function is called when all is written
 */
export async function replaceWith(
  folder: string,
  name: string | (() => string),
  write: (file: FileHandle) => Promise<void>,
  { temporary = `${name}.partial` } = {},
): Promise<void> {
  const path = join(folder, temporary);
  try {
    {
      await using file = await createFile(path, typeof name === "string" ? join(folder, name) : path);
      await write(file);
      await file.sync();
    }
    await renamePath(path, join(folder, typeof name === "string" ? name : name()));
  } catch (error) {
    await removeFile(path).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Replaces a file by a text in pieces, as `replaceWith`. */
export function replaceFile(folder: string, name: string, pieces: Iterable<string>): Promise<void> {
  return replaceWith(folder, name, (file) => writeBatches(file, inBatches(pieces)));
}

/**
 * Replaces the text of a file at once: a reader, or a kill, finds either the old or the new text. A link of that name is replaced, not
 * followed. Throws the errors of the system.
 *
 * @param mode of the new file
 */
export function replaceText(file: string, text: string, mode?: number): void {
  const partial = `${file}.${process.pid}.partial`;
  try {
    writeNow(partial, text, { flag: "wx", flush: true, mode, shownPath: file });
    renameNow(partial, file);
  } catch (error) {
    removeTemporaryNow(partial);
    throw error;
  }
}

/** The number of characters that are written at once. */
const BATCH_LENGTH = 1 << 18;

/** Joins pieces of text to pieces of about `BATCH_LENGTH` characters. */
export function* inBatches(pieces: Iterable<string>): Generator<string> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_LENGTH) continue;
    yield batch;
    batch = "";
  }
  if (batch !== "") yield batch;
}

/** Writes pieces one after the other. */
export async function writeBatches(
  file: FileHandle,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  for await (const piece of pieces) await writeAll(file, typeof piece === "string" ? Buffer.from(piece) : piece);
}
