import { ResultDecodeError } from "./errors.ts";

/** A stream of bytes: a web stream, or an iterable of chunks such as a file stream of Node. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The chunks of a source, as UTF-8. A source in UTF-16 with a byte order mark is converted. */
export class Chunks {
  readonly #source: Source;
  /** The first chunk, from which the encoding was read. */
  #first: Uint8Array | undefined;
  #decoder: Utf16ToUtf8 | undefined;
  #isBegun = false;

  constructor(source: ByteStream) {
    this.#source = sourceOf(source);
  }

  /** The next chunk; undefined at the end. @throws ResultDecodeError where the source begins with a mark of UTF-16 and is not UTF-16 */
  async next(): Promise<Uint8Array | undefined> {
    if (!this.#isBegun) await this.#begin();
    const chunk = this.#first ?? (await this.#source.next()).value;
    this.#first = undefined;
    if (this.#decoder === undefined) return chunk;
    if (chunk !== undefined) return this.#decoder.next(chunk);
    const rest = this.#decoder.next();
    return rest.length > 0 ? rest : undefined;
  }

  close(): Promise<unknown> {
    return this.#source.close();
  }

  /** Reads the encoding from the first two bytes. */
  async #begin(): Promise<void> {
    this.#isBegun = true;
    let first: Uint8Array | undefined;
    while (first === undefined || first.length < 2) {
      const { value } = await this.#source.next();
      if (value === undefined) break;
      first = first === undefined ? value : concatBytes([first, value]);
    }
    this.#first = first;
    const encoding = first && utf16Of(first);
    if (encoding) this.#decoder = new Utf16ToUtf8(encoding);
  }
}

/** All chunks, one after another, in one array. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

interface Source {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  close(): Promise<unknown>;
}

function sourceOf(source: ByteStream): Source {
  // Some browsers cannot iterate over a ReadableStream.
  if ("getReader" in source) {
    const reader = source.getReader();
    return { next: () => reader.read(), close: () => reader.cancel().catch(() => undefined) };
  }
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next(), close: async () => iterator.return?.() };
}

type Utf16 = "utf-16le" | "utf-16be";

/** The UTF-16 encoding that a byte order mark at the start of the bytes names; undefined if there is no such mark. */
export function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** Converts UTF-16 to UTF-8 piece by piece, and drops the byte order mark. */
class Utf16ToUtf8 {
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
