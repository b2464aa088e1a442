import { ResultDecodeError } from "./errors.ts";

type Utf16 = "utf-16le" | "utf-16be";

/** The UTF-16 encoding that a byte order mark at the start of the bytes names; undefined if there is no such mark. */
export function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** Converts UTF-16 to UTF-8 piece by piece, and drops the byte order mark. */
export class Utf16ToUtf8 {
  readonly #decoder: TextDecoder;
  readonly #encoder = new TextEncoder();

  constructor(encoding: Utf16) {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  /** Converts the next piece; without an argument, the end of the text. @throws ResultDecodeError where the bytes are not UTF-16 */
  next(bytes?: Uint8Array): Uint8Array {
    try {
      return this.#encoder.encode(this.#decoder.decode(bytes, { stream: bytes !== undefined }));
    } catch (error) {
      throw new ResultDecodeError("", "the result begins with a byte order mark of UTF-16 and is not UTF-16", {
        cause: error,
      });
    }
  }
}

/**
 * A text's bytes as UTF-8. Bytes that begin with a byte order mark of UTF-16 are converted, others are returned as they are.
 * @throws ResultDecodeError where the bytes are not the UTF-16 that their mark names
 */
export function utf8Of(bytes: Uint8Array): Uint8Array {
  const encoding = utf16Of(bytes);
  if (encoding === undefined) return bytes;
  const decoder = new Utf16ToUtf8(encoding);
  const text = decoder.next(bytes);
  decoder.next();
  return text;
}
