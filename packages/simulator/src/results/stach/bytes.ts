const CHUNK = 1 << 16;

/** Pieces of text as UTF-8 bytes. The text is never held as one string: a result may be longer than the longest string. */
export function toBytes(pieces: Iterable<string>): Uint8Array<ArrayBuffer> {
  const chunks: Buffer[] = [];
  let pending = "";
  for (const piece of pieces) {
    pending += piece;
    if (pending.length < CHUNK) continue;
    chunks.push(Buffer.from(pending));
    pending = "";
  }
  return new Uint8Array(Buffer.concat([...chunks, Buffer.from(pending)]));
}

/** A cell as JSON. */
export function cellJson(cell: unknown): string {
  return typeof cell === "number" ? (Number.isFinite(cell) ? String(cell) : "null") : JSON.stringify(cell ?? null);
}
