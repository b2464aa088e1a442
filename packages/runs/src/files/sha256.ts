import { createHash } from "node:crypto";

/** The size and digest of bytes. */
export interface Written {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** SHA-256 of bytes, or of text in UTF-8; hex. Of Node, not of the web: Web Crypto takes longer to load than all digests of a run. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The count and the digest of bytes that arrive in pieces. */
export async function digestPieces(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
