import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  MORE,
  noJson,
  parseValue,
  QUOTE,
  skipSpace,
  skipValue,
} from "./bytes.ts";
import { type ByteStream, Chunks, concatBytes } from "./chunks.ts";
import { ResultDecodeError } from "./errors.ts";
import { utf8Of } from "./utf16.ts";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Work on a JSON text that comes in pieces: it yields how many bytes it wants at least whenever those at hand do not suffice. */
export type IncrementalRead<T = void> = Generator<number, T, void>;

/** A place in a JSON text that comes in pieces. Only what is not yet read is held. */
export class Cursor {
  bytes: Uint8Array = new Uint8Array(0);
  pos = 0;
  end = 0;
  /** Whether the source is UTF-16, so that `offset` is no place in it. */
  isUtf16 = false;
  #ended = false;
  /** Room for a chunk behind what was left of the one before, used again and again. */
  #joined = new Uint8Array(0);
  /** How many bytes came before those at hand. */
  #before = 0;

  /** How many bytes of the source were read. */
  get offset(): number {
    return this.#before + this.pos;
  }

  append(chunk: Uint8Array): void {
    const left = this.end - this.pos;
    this.#before += this.pos;
    if (left === 0) this.bytes = chunk;
    else {
      const unread = this.bytes.subarray(this.pos, this.end);
      // Readers keep no bytes of before: what was cut off is read again from its start.
      if (this.#joined.length < left + chunk.length) this.#joined = new Uint8Array(left + chunk.length);
      this.#joined.set(unread);
      this.#joined.set(chunk, left);
      this.bytes = this.#joined;
    }
    this.pos = 0;
    this.end = left + chunk.length;
  }

  finish(): void {
    this.#ended = true;
  }

  /** Waits for more bytes. */
  *more(place: string, wanted = 1): IncrementalRead {
    if (this.#ended) throw new ResultDecodeError(place, "the result ends before its JSON does");
    yield wanted;
  }

  /** Whether any byte is left; waits for it. */
  *isMore(): IncrementalRead<boolean> {
    if (this.pos === this.end && !this.#ended) yield 1;
    return this.pos < this.end;
  }

  /** Passes over the byte order mark of UTF-8, which may come first. */
  *skipMark(): IncrementalRead {
    while (this.end - this.pos < BYTE_ORDER_MARK.length && !this.#ended) yield BYTE_ORDER_MARK.length;
    if (BYTE_ORDER_MARK.every((byte, index) => this.bytes[this.pos + index] === byte)) this.pos += 3;
  }

  /** The next byte that is no white space, not taken. */
  *peek(place: string): IncrementalRead<number> {
    for (;;) {
      this.pos = skipSpace(this.bytes, this.pos, this.end);
      if (this.pos < this.end) return this.bytes[this.pos] ?? 0;
      yield* this.more(place);
    }
  }

  /** Waits for the end of the text: nothing but white space may come before it. */
  *rest(place: string): IncrementalRead {
    for (;;) {
      this.pos = skipSpace(this.bytes, this.pos, this.end);
      if (this.pos < this.end) throw noJson(place);
      if (this.#ended) return;
      yield 1;
    }
  }

  /** A whole value, parsed. It has to fit in memory; what is large in a result is read in pieces instead. */
  *value(place: string): IncrementalRead<unknown> {
    yield* this.peek(place);
    for (;;) {
      const after = skipValue(this.bytes, this.pos, this.end);
      if (after !== MORE) {
        const from = this.pos;
        this.pos = after;
        try {
          return parseValue(this.bytes, from, after);
        } catch (error) {
          throw noJson(place, error);
        }
      }
      // Twice as many bytes each time, so that a long value is not looked through again and again.
      yield* this.more(place, this.end - this.pos);
    }
  }

  /** The members of an object: `visit` stands at each value and takes it. */
  *members(place: string, visit: (key: string) => IncrementalRead): IncrementalRead {
    this.pos++;
    if ((yield* this.peek(place)) === CLOSE_BRACE) {
      this.pos++;
      return;
    }
    do yield* visit(yield* this.key(place));
    while (!(yield* this.ends(place, CLOSE_BRACE)));
  }

  /** The key of a member, taken up to its value. */
  *key(place: string): IncrementalRead<string> {
    if ((yield* this.peek(place)) !== QUOTE) throw noJson(place);
    const key = String(yield* this.value(place));
    if ((yield* this.peek(place)) !== COLON) throw noJson(place);
    this.pos++;
    yield* this.peek(place);
    return key;
  }

  /** The elements of a list: `take` reads the one at `pos` and says where it ends, or MORE, and is then called again. */
  *elements(place: string, take: (pos: number) => number): IncrementalRead {
    this.pos++;
    if ((yield* this.peek(place)) === CLOSE_BRACKET) {
      this.pos++;
      return;
    }
    for (;;) {
      // Where the next element follows at once, as in most results, there is nothing to look for.
      if (this.pos >= this.end || (this.bytes[this.pos] ?? 0) <= 0x20) yield* this.peek(place);
      const after = take(this.pos);
      if (after === MORE) {
        yield* this.more(place, this.end - this.pos);
        continue;
      }
      this.pos = after;
      // What mostly follows is a comma, which needs no look further.
      if (this.pos < this.end && this.bytes[this.pos] === COMMA) this.pos++;
      else if (yield* this.ends(place, CLOSE_BRACKET)) return;
    }
  }

  /** Takes a comma or the bracket that closes; whether it was the bracket. */
  *ends(place: string, close: number): IncrementalRead<boolean> {
    const byte = yield* this.peek(place);
    if (byte !== close && byte !== COMMA) throw noJson(place);
    this.pos++;
    return byte === close;
  }
}

/** Does work on bytes that are all at hand. */
export function readBytes<T>(bytes: Uint8Array, start: (cursor: Cursor) => IncrementalRead<T>): T {
  const cursor = new Cursor();
  cursor.append(utf8Of(bytes));
  cursor.finish();
  const step = start(cursor).next();
  if (step.done) return step.value;
  throw new ResultDecodeError("", "the result ends before its JSON does");
}

/** Does work on bytes as they come, and holds no more of them than it needs at a time. */
export async function readByteStream<T>(source: ByteStream, start: (cursor: Cursor) => IncrementalRead<T>): Promise<T> {
  const steps = readByteStreamInSteps(source, start);
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

/** The same step by step: it yields whenever the work has done all it can with the bytes at hand. */
export async function* readByteStreamInSteps<T>(
  source: ByteStream,
  start: (cursor: Cursor) => IncrementalRead<T>,
): AsyncGenerator<undefined, T, void> {
  const cursor = new Cursor();
  const walk = start(cursor);
  const chunks = new Chunks(source);
  try {
    for (let step = walk.next(); ; step = walk.next()) {
      if (step.done) return step.value;
      yield;
      await readMore(chunks, cursor, step.value);
    }
  } finally {
    // Also ends a source that was not read to its end, because of an error or since nobody asks for more.
    await chunks.close();
  }
}

async function readMore(source: Chunks, cursor: Cursor, least: number): Promise<void> {
  const chunks: Uint8Array[] = [];
  for (let wanted = least; wanted > 0; ) {
    const chunk = await source.next();
    if (chunk === undefined) {
      cursor.finish();
      break;
    }
    chunks.push(chunk);
    wanted -= chunk.length;
  }
  cursor.isUtf16 = source.isUtf16;
  const [only, ...others] = chunks;
  if (only) cursor.append(others.length === 0 ? only : concatBytes(chunks));
}
