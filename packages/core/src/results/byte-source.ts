import type { ByteStream } from "../json/chunks.ts";

/**
 * Opens the same bytes at each call, starting with byte `from` (0 is the first), as the `start` of a file stream or the `slice` of a Blob
 * does.
 */
export type ByteSource = (from: number) => ByteStream;
