const CHUNK = 1 << 16;

/** Puts pieces of text together as UTF-8 bytes; the text itself is never held as one string. */
export function toBytes(pieces: Iterable<string>): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let pending = "";
  const flush = () => {
    const chunk = Buffer.from(pending, "utf8");
    chunks.push(chunk);
    length += chunk.byteLength;
    pending = "";
  };
  for (const piece of pieces) {
    pending += piece;
    if (pending.length >= CHUNK) flush();
  }
  flush();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** A cell as JSON. */
export function cellText(cell: unknown): string {
  return typeof cell === "number" ? (Number.isFinite(cell) ? String(cell) : "null") : JSON.stringify(cell ?? null);
}
