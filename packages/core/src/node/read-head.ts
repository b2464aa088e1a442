import { open } from "node:fs/promises";
import { HEAD_BYTES } from "../jobs/defect.ts";

/** The first `HEAD_BYTES` of a file, or all there are. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
