import { isUtf8 } from "node:buffer";

/** The text of JSON without its byte order mark. @throws TypeError or ResultDecodeError for bytes that are neither UTF-8 nor UTF-16 with a mark */
export async function jsonText(bytes: Buffer): Promise<string> {
  if (bytes[0] === 0xef || isUtf8(bytes)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  // Seldom needed, so loaded when it is.
  const { utf8Of } = await import("@analytics-engines/core/results");
  return new TextDecoder("utf-8", { fatal: true }).decode(utf8Of(bytes));
}

/** Passes on a source. @throws TypeError for bytes that are neither UTF-8 nor UTF-16 with a byte order mark */
export async function* textOnly(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { utf16Of } = await import("@analytics-engines/core/results");
  /** The first bytes of a character that the next chunk ends. */
  let incompleteCharacter = Buffer.alloc(0);
  let isFirst = true;
  let isUtf16 = false;
  for await (const chunk of source) {
    if (isFirst) isUtf16 = utf16Of(chunk) !== undefined;
    isFirst = false;
    if (!isUtf16) {
      // Only the end of the character that the last chunk began is needed.
      const ends = wholeLength(chunk);
      const first =
        incompleteCharacter.length === 0
          ? chunk.subarray(0, ends)
          : Buffer.concat([incompleteCharacter, chunk.subarray(0, ends)]);
      if (!isUtf8(first)) throw new TypeError("not UTF-8");
      incompleteCharacter = Buffer.from(chunk.subarray(ends));
    }
    yield chunk;
  }
  if (incompleteCharacter.length > 0) throw new TypeError("not UTF-8");
}

/** The number of bytes before a character of UTF-8 that is cut off at the end. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
