import type { ByteStream } from "../../../json/chunks.ts";

/**
 * Opens the same bytes anew at each call, from byte `from` on (0 is the first): a file stream's `start`, the rest of a Blob's `slice`.
 */
export type ByteSource = (from: number) => ByteStream;
