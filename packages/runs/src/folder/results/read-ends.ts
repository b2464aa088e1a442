import { HEAD_BYTES, TAIL_BYTES } from "@analytics-engines/core";
import { openFile } from "../../files/open-file.ts";

/** The first `HEAD_BYTES` and the last `TAIL_BYTES` of a file, or all there are. */
export async function readEnds(path: string): Promise<{ readonly head: Uint8Array; readonly tail: Uint8Array }> {
  await using file = await openFile(path);
  const { size } = await file.stat();
  const readAt = async (place: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place);
    return buffer.subarray(0, bytesRead);
  };
  return { head: await readAt(0, HEAD_BYTES), tail: await readAt(Math.max(0, size - TAIL_BYTES), TAIL_BYTES) };
}

/** The `bytes` bytes of a file from the one at `from`, or all there are. */
export async function readPart(path: string, from: number, bytes: number): Promise<Uint8Array> {
  await using file = await openFile(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}
