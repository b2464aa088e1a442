import { numberOf } from "../../../json/exact-number.ts";
import { decodeUtf8, noJson, parseValueAt, skipValueAt } from "../../../json/json-scan.ts";
import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, COMMA, MORE, NO_NUMBER, QUOTE } from "../../../json/tokens.ts";
import { JSON_NUMBER } from "../../../json/value.ts";
import type { CellStore, TextSource } from "../decode/cell-store.ts";

const FIRST_ENTRIES = 64;
/** How many bytes are decoded at once: far fewer than fit into a string. */
const DECODED_AT_ONCE = 1 << 24;

/** The texts of a column by their bytes. A repeated text has one entry, and all are decoded together at the end. */
class TextIndex implements TextSource {
  #count = 0;
  #hashes = new Int32Array(FIRST_ENTRIES);
  /** The offset of each text in `#bytes`; a text ends where the next begins. */
  #starts = new Float64Array(FIRST_ENTRIES + 1);
  /** How many UTF-16 units each text has. */
  #units = new Int32Array(FIRST_ENTRIES);
  #bytes = new Uint8Array(1024);
  /** A hash table. A slot has the number of its entry plus 1, or 0 if it is free. There are at least twice as many slots as entries. */
  #slots = new Int32Array(FIRST_ENTRIES * 2);

  /** The code of the text in [from, to): the code of the same bytes, or a new one. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    for (;;) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) return this.#add(slot, bytes, from, to, hash);
      if (this.#hashes[entry] === hash && this.#isSame(entry, bytes, from, to)) return entry;
      slot = (slot + 1) & mask;
    }
  }

  texts(): string[] {
    const texts: string[] = [];
    for (let first = 0; first < this.#count; ) {
      const start = this.#starts[first] ?? 0;
      let last = first + 1;
      while (last < this.#count && (this.#starts[last + 1] ?? 0) - start <= DECODED_AT_ONCE) last++;
      const decoded = decodeUtf8(this.#bytes, start, this.#starts[last] ?? start);
      for (let unit = 0; first < last; first++) {
        const units = this.#units[first] ?? 0;
        texts.push(decoded.slice(unit, unit + units));
        unit += units;
      }
    }
    return texts;
  }

  #isSame(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[entry] ?? 0;
    const length = to - from;
    if ((this.#starts[entry + 1] ?? 0) - start !== length) return false;
    for (let at = 0; at < length; at++) {
      if (this.#bytes[start + at] !== bytes[from + at]) return false;
    }
    return true;
  }

  #add(slot: number, bytes: Uint8Array, from: number, to: number, hash: number): number {
    const entry = this.#count;
    if (entry >= this.#hashes.length) this.#growEntries();
    const start = this.#starts[entry] ?? 0;
    if (start + to - from > this.#bytes.length) this.#growBytes(start + to - from);
    let units = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      this.#bytes[start + at - from] = byte;
      // Count the first byte of each character; a character of four bytes has two UTF-16 units.
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    this.#hashes[entry] = hash;
    this.#starts[entry + 1] = start + to - from;
    this.#units[entry] = units;
    this.#slots[slot] = entry + 1;
    this.#count++;
    if (this.#count * 2 > this.#slots.length) this.#growSlots();
    return entry;
  }

  #growEntries(): void {
    const count = this.#count * 2;
    this.#hashes = new Int32Array(this.#hashes.buffer.transfer(count * 4));
    this.#starts = new Float64Array(this.#starts.buffer.transfer((count + 1) * 8));
    this.#units = new Int32Array(this.#units.buffer.transfer(count * 4));
  }

  #growBytes(least: number): void {
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(Math.max(this.#bytes.length * 2, least)));
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#count; entry++) {
      let slot = spread(this.#hashes[entry] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = entry + 1;
    }
    this.#slots = slots;
  }
}

function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 13);
}

/** Reads the cells of one column from bytes into its store. */
export class CellReader {
  readonly store: CellStore;
  readonly #texts = new TextIndex();
  /** The codes in the store's dictionary by those in the index, if the two differ. */
  readonly #codes: number[] = [];

  constructor(store: CellStore) {
    this.store = store;
  }

  /** Reads cells of a list one after another, each into the next row, up to the end of the bytes; returns the position after the last, or MORE. */
  readList(bytes: Uint8Array, pos: number, end: number, currentPath: () => string): number {
    let after = MORE;
    for (let at = pos; ; ) {
      const read = this.read(bytes, at, end, this.store.length, currentPath);
      if (read === MORE) return after;
      after = read;
      at = read + 1;
      // The caller skips white space and reads more bytes.
      if (at >= end || bytes[read] !== COMMA || (bytes[at] ?? 0) <= 0x20) return after;
    }
  }

  /** Reads the cell at `pos` into the row; returns the position after it, or MORE. @throws ResultDecodeError if the cell is not JSON */
  read(bytes: Uint8Array, pos: number, end: number, row: number, currentPath: () => string): number {
    const first = bytes[pos] ?? 0;
    if (first === QUOTE) return this.#readString(bytes, pos, end, row, currentPath);
    if (startsNumber(first)) {
      const afterNumber = readNumber(bytes, pos, end, this.store, row);
      if (afterNumber === NO_NUMBER) throw noJson(currentPath());
      return afterNumber;
    }
    const after = skipValueAt(bytes, pos, end, currentPath);
    if (after === MORE) return MORE;
    if (isNull(bytes, pos, after)) this.store.setNull(row);
    else this.store.set(row, parseValueAt(bytes, pos, after, currentPath));
    return after;
  }

  #readString(bytes: Uint8Array, pos: number, end: number, row: number, currentPath: () => string): number {
    let hash = 0;
    let hasEscapes = false;
    for (let at = pos + 1; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        if (!hasEscapes && this.store.canShareDictionary(this.#texts)) {
          this.store.setCode(row, this.#texts.find(bytes, pos + 1, at, hash));
        } else this.#setText(bytes, pos, at + 1, hash, row, currentPath);
        return at + 1;
      }
      if (byte < 0x20) throw noJson(currentPath());
      hash = (Math.imul(hash, 31) + byte) | 0;
      if (byte === BACKSLASH) {
        hasEscapes = true;
        // An escaped quote does not end the string.
        at++;
      }
    }
    return MORE;
  }

  /** Sets a text that has escapes, or whose column also has texts from another source. */
  #setText(bytes: Uint8Array, from: number, to: number, hash: number, row: number, currentPath: () => string): void {
    this.store.flush();
    const entry = this.#texts.find(bytes, from + 1, to - 1, hash);
    const code = this.#codes[entry] ?? -1;
    if (code >= 0 && this.store.isText) {
      this.store.setCode(row, code);
      return;
    }
    const text = String(parseValueAt(bytes, from, to, currentPath));
    this.#codes[entry] = this.store.codeOf(text);
    this.store.setText(row, text);
  }
}

function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  return (
    to - from === 4 &&
    bytes[from] === 0x6e &&
    bytes[from + 1] === 0x75 &&
    bytes[from + 2] === 0x6c &&
    bytes[from + 3] === 0x6c
  );
}

/** The powers of ten that a double represents exactly. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

function startsNumber(byte: number): boolean {
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
}

/**
 * Reads the number at `pos` into a row, as `JSON.parse` reads it, or with all its digits if a double cannot represent it. A result of 32 MB
 * decodes in 0.3 s of CPU, and in 1.2 s when each number becomes a string first. The long test of `decodeResultBytes` compares both.
 * @returns the position after the number, MORE or NO_NUMBER
 */
function readNumber(bytes: Uint8Array, pos: number, end: number, store: CellStore, row: number): number {
  let at = pos;
  const isNegative = bytes[at] === 0x2d;
  if (isNegative) at++;
  const firstDigit = at;
  let mantissa = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    mantissa = mantissa * 10 + digit;
  }
  const wholeDigits = at - firstDigit;
  let decimals = 0;
  if (at < end && bytes[at] === 0x2e) {
    const firstDecimal = ++at;
    for (; at < end; at++) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) break;
      mantissa = mantissa * 10 + digit;
    }
    decimals = at - firstDecimal;
    if (decimals === 0 && at < end) return NO_NUMBER;
  }
  // The number may go on in the next chunk.
  if (at >= end) return MORE;
  if (wholeDigits === 0 || (wholeDigits > 1 && bytes[firstDigit] === 0x30)) return NO_NUMBER;
  // Both the mantissa and the power of ten are exact doubles, so the quotient is rounded once, as JSON.parse rounds.
  if (!endsNumber(bytes[at] ?? 0) || mantissa > Number.MAX_SAFE_INTEGER || decimals > 22) {
    return readSlowly(bytes, pos, end, store, row);
  }
  const value = decimals === 0 ? mantissa : mantissa / (powers[decimals] ?? 1);
  store.setNumber(row, isNegative ? -value : value);
  return at;
}

function endsNumber(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= 0x20;
}

function readSlowly(bytes: Uint8Array, pos: number, end: number, store: CellStore, row: number): number {
  let text = "";
  for (let at = pos; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (endsNumber(byte)) {
      if (!JSON_NUMBER.test(text)) return NO_NUMBER;
      store.set(row, numberOf(text));
      return at;
    }
    text += String.fromCharCode(byte);
  }
  return MORE;
}
