import { type FileHandle, open } from "node:fs/promises";
import { decodeResultStream, ResultDecodeError, type Table } from "@analytics-engines/core/results";
import { CommandError, systemReason } from "../exit-code.ts";

/** The tables of a stored result. Throws CommandError where the file cannot be read, or is no such result. */
export async function readTables(file: string): Promise<readonly Table[]> {
  try {
    const handle = await open(file);
    try {
      const tables = await decodeResultStream(chunksOf(handle));
      if (tables.length > 0) return tables;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof ResultDecodeError ? error.message : systemReason(error)}`);
  }
  throw new CommandError(`${file}: it holds no tables.`);
}

const chunkBytes = 1 << 18;

function chunksOf(handle: FileHandle): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
        if (bytesRead === 0) controller.close();
        else controller.enqueue(buffer.subarray(0, bytesRead));
      },
    },
    { highWaterMark: 1 },
  );
}
