import { type FileHandle, open } from "node:fs/promises";
import { decodeResultBytes, decodeResultStream, ResultDecodeError, type Table } from "@analytics-engines/core/results";
import { CommandError, systemReason } from "../exit-code.ts";

/** The tables of a stored result, JSON or Arrow. Throws CommandError where the file cannot be read, or is no such result. */
export async function readTables(file: string): Promise<readonly Table[]> {
  try {
    const handle = await open(file);
    try {
      const tables = (await isArrow(handle))
        ? await decodeResultBytes(await handle.readFile())
        : await decodeResultStream(chunksOf(handle));
      if (tables.length > 0) return tables;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof ResultDecodeError ? error.message : systemReason(error)}`);
  }
  throw new CommandError(`${file}: it holds no tables.`);
}

/** By its first bytes, which no JSON has: the mark of an Arrow file, or of a stream. */
async function isArrow(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(6), 0, 6, 0);
  const start = buffer.toString("latin1", 0, bytesRead);
  return start === "ARROW1" || start.startsWith("\xff\xff\xff\xff");
}

const chunkBytes = 1 << 18;

/** JSON is read piece by piece: a result may be larger than a string, or a buffer, can be. */
function chunksOf(handle: FileHandle): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
        at += bytesRead;
        if (bytesRead === 0) controller.close();
        else controller.enqueue(buffer.subarray(0, bytesRead));
      },
    },
    { highWaterMark: 1 },
  );
}
