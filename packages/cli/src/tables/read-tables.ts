import { type FileHandle, open, readFile } from "node:fs/promises";
import {
  arrowKind,
  decodeResultBytes,
  decodeResultStream,
  ResultDecodeError,
  type Table,
} from "@analytics-engines/core/results";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { UserError } from "@analytics-engines/runs/user-error";

const chunkBytes = 1 << 18;

/** The tables of a stored result, JSON or Arrow. @throws UserError for a file that cannot be read, or is not such a result */
export async function readTables(file: string): Promise<readonly Table[]> {
  try {
    const tables = (await isArrow(file))
      ? await decodeResultBytes(await readFile(file))
      : await decodeResultStream(openBytes(file));
    if (tables.length > 0) return tables;
  } catch (error) {
    throw new UserError(`${file}: ${error instanceof ResultDecodeError ? error.message : systemReason(error)}`);
  }
  throw new UserError(`${file}: it has no tables.`);
}

/** Whether a file begins like Arrow, as no JSON does. */
async function isArrow(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(6), 0, 6, 0);
    return arrowKind(buffer.subarray(0, bytesRead)) !== undefined;
  } finally {
    await handle.close();
  }
}

/** Opens a file as a stream of its bytes from an offset on, and closes it at the end. A JSON result can be too large for a string or a buffer. */
export function openBytes(file: string, from = 0): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let position = from;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        handle ??= await open(file);
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
        position += bytesRead;
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
        await handle.close();
        controller.close();
      },
      cancel: () => handle?.close(),
    },
    { highWaterMark: 0 },
  );
}
