import { type ByteStream, Chunks, concatBytes, utf8Of } from "./byte-stream.ts";
import { ResultDecodeError } from "./errors.ts";
import { JsonScan, noJson, parseValueAt, skipValueAt } from "./json-scan.ts";
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, MORE, NO_JSON, QUOTE, skipSpace } from "./tokens.ts";

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** A read of JSON that arrives in pieces: it yields the number of bytes that it needs at least to go on, and returns the outcome. */
export type IncrementalRead<T = void> = Generator<number, T, void>;

/** A position in JSON that arrives in pieces. It holds only bytes that are not read yet. */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  #ended = false;
  /** A buffer for the unread end of a chunk and the chunk after it, used again each time. */
  #joined = new Uint8Array(0);

  append(chunk: Uint8Array): void {
    const remainingBytes = this.end - this.pos;
    if (remainingBytes === 0) this.bytes = chunk;
    else {
      const unread = this.bytes.subarray(this.pos, this.end);
      // Readers keep no bytes: they read a value that was cut off again from its start.
      if (this.#joined.length < remainingBytes + chunk.length)
        this.#joined = new Uint8Array(remainingBytes + chunk.length);
      this.#joined.set(unread);
      this.#joined.set(chunk, remainingBytes);
      this.bytes = this.#joined;
    }
    this.pos = 0;
    this.end = remainingBytes + chunk.length;
  }

  finish(): void {
    this.#ended = true;
  }

  /** Waits for more bytes. */
  *more(path: string, minBytes = 1): IncrementalRead {
    if (this.#ended) throw new ResultDecodeError(path, "the result ends before its JSON does");
    yield minBytes;
  }

  /** Whether another byte follows; waits for it. */
  *isMore(): IncrementalRead<boolean> {
    if (this.pos === this.end && !this.#ended) yield 1;
    return this.pos < this.end;
  }

  /** Skips the byte order mark of UTF-8, which may come first. */
  *skipMark(): IncrementalRead {
    while (this.end - this.pos < byteOrderMark.length && !this.#ended) yield byteOrderMark.length;
    if (byteOrderMark.every((byte, index) => this.bytes[this.pos + index] === byte)) this.pos += 3;
  }

  /** The next byte that is not white space; the cursor stays before it. */
  *peek(path: string): IncrementalRead<number> {
    for (;;) {
      this.pos = skipSpace(this.bytes, this.pos, this.end);
      if (this.pos < this.end) return this.bytes[this.pos] ?? 0;
      yield* this.more(path);
    }
  }

  /** Reads to the end of the text. @throws ResultDecodeError where anything but white space comes first */
  *rest(path: string): IncrementalRead {
    for (;;) {
      this.pos = skipSpace(this.bytes, this.pos, this.end);
      if (this.pos < this.end) throw noJson(path);
      if (this.#ended) return;
      yield 1;
    }
  }

  /** Reads a whole value, which must fit in memory. Rows and values of a result are read in pieces instead. */
  *value(path: string): IncrementalRead<unknown> {
    yield* this.peek(path);
    for (;;) {
      const after = skipValueAt(this.bytes, this.pos, this.end, () => path);
      if (after !== MORE) {
        const from = this.pos;
        this.pos = after;
        return parseValueAt(this.bytes, from, after, () => path);
      }
      // Twice as many bytes each time, so that the start of a long value is not read often.
      yield* this.more(path, this.end - this.pos);
    }
  }

  /** Skips a value of any size, which is JSON. */
  *skip(path: string): IncrementalRead {
    const scan = new JsonScan();
    for (let after = MORE; after === MORE; ) {
      after = scan.push(this.bytes, this.pos, this.end);
      if (after === NO_JSON) throw noJson(path);
      this.pos = after === MORE ? this.end : after;
      if (after === MORE) yield* this.more(path);
    }
  }

  /** Reads the members of an object: `visit` reads each value. */
  *members(path: string, visit: (key: string) => IncrementalRead): IncrementalRead {
    this.pos++;
    if ((yield* this.peek(path)) === CLOSE_BRACE) {
      this.pos++;
      return;
    }
    do yield* visit(yield* this.key(path));
    while (!(yield* this.ends(path, CLOSE_BRACE)));
  }

  /** Reads the name of a member and the colon. */
  *key(path: string): IncrementalRead<string> {
    if ((yield* this.peek(path)) !== QUOTE) throw noJson(path);
    const key = String(yield* this.value(path));
    if ((yield* this.peek(path)) !== COLON) throw noJson(path);
    this.pos++;
    yield* this.peek(path);
    return key;
  }

  /** Reads the elements of a list: `take` reads the one at `pos` and returns where it ends. After MORE it is called again with more bytes. */
  *elements(path: string, take: (pos: number) => number): IncrementalRead {
    this.pos++;
    if ((yield* this.peek(path)) === CLOSE_BRACKET) {
      this.pos++;
      return;
    }
    for (;;) {
      // In most results the next element follows without white space.
      if (this.pos >= this.end || (this.bytes[this.pos] ?? 0) <= 0x20) yield* this.peek(path);
      const after = take(this.pos);
      if (after === MORE) {
        yield* this.more(path, this.end - this.pos);
        continue;
      }
      this.pos = after;
      if (this.pos < this.end && this.bytes[this.pos] === COMMA) this.pos++;
      else if (yield* this.ends(path, CLOSE_BRACKET)) return;
    }
  }

  /** Reads a comma or the closing bracket; returns whether it was the bracket. */
  *ends(path: string, close: number): IncrementalRead<boolean> {
    const byte = yield* this.peek(path);
    if (byte !== close && byte !== COMMA) throw noJson(path);
    this.pos++;
    return byte === close;
  }
}

/** Runs a read on bytes that are all in memory. */
export function readWholeBytes<T>(bytes: Uint8Array, start: (cursor: Cursor) => IncrementalRead<T>): T {
  const cursor = new Cursor();
  cursor.append(utf8Of(bytes));
  cursor.finish();
  const step = start(cursor).next();
  if (step.done) return step.value;
  throw new ResultDecodeError("", "the result ends before its JSON does");
}

/** Runs a read on a stream of bytes, and holds no more of them than it needs at a time. The source is read once and closed. */
export async function readByteStream<T>(source: ByteStream, start: (cursor: Cursor) => IncrementalRead<T>): Promise<T> {
  const cursor = new Cursor();
  const walk = start(cursor);
  const chunks = new Chunks(source);
  try {
    for (let step = walk.next(); ; step = walk.next()) {
      if (step.done) return step.value;
      await readMore(chunks, cursor, step.value);
    }
  } finally {
    // Also closes a source that is not read to its end, after an error.
    await chunks.close();
  }
}

async function readMore(source: Chunks, cursor: Cursor, least: number): Promise<void> {
  const chunks: Uint8Array[] = [];
  for (let missingBytes = least; missingBytes > 0; ) {
    const chunk = await source.next();
    if (chunk === undefined) {
      cursor.finish();
      break;
    }
    chunks.push(chunk);
    missingBytes -= chunk.length;
  }
  const [only, ...others] = chunks;
  if (only) cursor.append(others.length === 0 ? only : concatBytes(chunks));
}

/**
 * Whether a stream of bytes is one whole JSON value, by the rules of `JSON.parse`; a byte order mark may come first. Memory does not grow
 * with the stream, except by one byte for each level of nesting. The source is read once and closed.
 */
export async function isJsonStream(source: ByteStream): Promise<boolean> {
  try {
    return await readByteStream(source, isJson);
  } catch (error) {
    // The bytes are not the UTF-16 that their byte order mark names.
    if (error instanceof ResultDecodeError) return false;
    throw error;
  }
}

function* isJson(cursor: Cursor): IncrementalRead<boolean> {
  yield* cursor.skipMark();
  const scan = new JsonScan();
  do {
    for (let at = cursor.pos; at !== MORE; ) {
      at = scan.push(cursor.bytes, at, cursor.end);
      if (at === NO_JSON) return false;
    }
    cursor.pos = cursor.end;
  } while (yield* cursor.isMore());
  return scan.isWhole;
}
