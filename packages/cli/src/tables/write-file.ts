import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ResultDecodeError } from "@analytics-engines/core/results";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { UserError } from "@analytics-engines/runs/user-error";

/** Pieces of text are joined to writes of about this many characters. */
const batchLength = 1 << 16;

/** Joins small pieces to larger ones. */
export function* inBatches(pieces: Iterable<string>): Generator<string> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < batchLength) continue;
    yield batch;
    batch = "";
  }
  if (batch !== "") yield batch;
}

/**
 * Writes a file whole or not at all, and replaces an existing one. Makes the folder if it does not exist.
 *
 * @throws UserError where the file cannot be written
 * @throws ResultDecodeError where the content cannot be decoded
 */
export async function writeFileWhole(
  folder: string,
  name: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<string> {
  const file = path.join(folder, name);
  const partial = `${file}.${process.pid}.partial`;
  try {
    await mkdir(folder, { recursive: true });
    await pipeline(Readable.from(content), createWriteStream(partial, { flags: "wx", flush: true }));
    await rename(partial, file);
    return file;
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof ResultDecodeError) throw error;
    throw new UserError(`${file} could not be written: ${systemReason(error)}`);
  }
}
