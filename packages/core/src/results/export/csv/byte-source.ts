import type { ByteStream } from "../../../json/chunks.ts";

/**
 * Opens the same bytes at each call, from byte `from` on (0 is the first): the `start` of a file stream, the `slice` of a Blob.
 */
export type ByteSource = (from: number) => ByteStream;
