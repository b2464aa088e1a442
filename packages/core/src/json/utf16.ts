import { ResultDecodeError } from "./errors.ts";

type Utf16 = "utf-16le" | "utf-16be";

/** The encoding that a byte order mark of UTF-16 names at the beginning of bytes. */
export function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** UTF-16 as the UTF-8 of the same text, without its mark, piece by piece. */
export class Utf16ToUtf8 {
  readonly #decoder: TextDecoder;
  readonly #encoder = new TextEncoder();

  constructor(encoding: Utf16) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  /** The next piece; without one what is left at the end. @throws ResultDecodeError where it is no UTF-16 */
  next(bytes?: Uint8Array): Uint8Array {
    try {
      return this.#encoder.encode(this.#decoder.decode(bytes, { stream: bytes !== undefined }));
    } catch (error) {
      throw new ResultDecodeError("", "the result begins as UTF-16 and is no UTF-16", { cause: error });
    }
  }
}

/** Bytes as UTF-8: those of UTF-16, which a byte order mark tells, as the same text. */
export function utf8Of(bytes: Uint8Array): Uint8Array {
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return bytes;
  const decoder = new Utf16ToUtf8(encoding);
  const text = decoder.next(bytes);
  decoder.next();
  return text;
}
