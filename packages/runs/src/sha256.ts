import { createHash } from "node:crypto";
import type { Written } from "./write-body.ts";

/** The count and the digest of bytes that come in pieces. */
export async function digestPieces(pieces: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
