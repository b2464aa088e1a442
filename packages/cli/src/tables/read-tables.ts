import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import {
  arrowKind,
  decodeResultBytes,
  decodeResultStream,
  ResultDecodeError,
  type Table,
} from "@analytics-engines/core/results";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { UserError } from "@analytics-engines/runs/user-error";

const CHUNK_BYTES = 1 << 18;
const NAME_RESULT = "Name a result with tables, such as analytics-run/weights.pa/weights.json.";

/** The tables of a stored result, JSON or Arrow. @throws UserError for a file that cannot be read, or is not such a result */
export async function readTables(file: string): Promise<readonly Table[]> {
  try {
    const tables = (await isArrow(file))
      ? await decodeResultBytes(await readFile(file))
      : await decodeResultStream(openBytes(file));
    if (tables.length > 0) return tables;
  } catch (error) {
    const reason = error instanceof ResultDecodeError ? error.message : systemReason(error);
    throw new UserError(`${file}: ${reason.replace(/\.$/, "")}. ${NAME_RESULT}`);
  }
  throw new UserError(`${file}: it has no tables. ${NAME_RESULT}`);
}

/** Whether a file begins like Arrow data. JSON never does. */
async function isArrow(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(6), 0, 6, 0);
  return arrowKind(buffer.subarray(0, bytesRead)) !== undefined;
}

/** Opens a file as a stream of its bytes, starting at an offset. A JSON result can be too large for a string or a buffer. */
export function openBytes(file: string, from = 0): AsyncIterable<Uint8Array> {
  return createReadStream(file, { start: from, highWaterMark: CHUNK_BYTES });
}
