import { decodeUtf8 } from "../../../json/json-scan.ts";
import type { TextSource } from "../decode/cell-store.ts";

const FIRST_ENTRIES = 64;
/** How many bytes are decoded at once: far fewer than fit into a string. */
const DECODED_AT_ONCE = 1 << 24;

/** The texts of a column by their bytes. A repeated text has one entry, and all are decoded together at the end. */
export class TextIndex implements TextSource {
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
