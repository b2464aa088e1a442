import { open } from "node:fs/promises";
import { HEAD_BYTES, TAIL_BYTES } from "@analytics-engines/core/jobs";

/** The first `HEAD_BYTES` of a file, or all there are. */
export function readHead(path: string): Promise<Uint8Array> {
  return readAt(path, HEAD_BYTES, () => 0);
}

/** The last `TAIL_BYTES` of a file, or all there are. */
export function readTail(path: string): Promise<Uint8Array> {
  return readAt(path, TAIL_BYTES, (size) => Math.max(0, size - TAIL_BYTES));
}

async function readAt(path: string, length: number, place: (size: number) => number): Promise<Uint8Array> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place(size));
  return buffer.subarray(0, bytesRead);
}
