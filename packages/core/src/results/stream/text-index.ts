import { decodeText } from "./scan.ts";

const FIRST_SLOTS = 64;
/** A column whose texts hardly ever repeat is not worth an index. */
const TRIAL = 4096;

/** Recognises texts by their bytes, so that one that repeats is decoded once. */
export class TextIndex {
  readonly #texts: string[] = [];
  /** For each text what its finder wants to remember: its place in a dictionary. */
  readonly codes: number[] = [];
  #hashes = new Int32Array(FIRST_SLOTS);
  #starts = new Int32Array(FIRST_SLOTS);
  #lengths = new Int32Array(FIRST_SLOTS);
  #held = new Uint8Array(1024);
  #heldLength = 0;
  /** Entry + 1 by hash, 0 where free; twice as many slots as entries at least. */
  #slots = new Int32Array(FIRST_SLOTS * 2);
  #found = 0;
  #isFull = false;

  /** The entry of the text in [from, to), new where it was not there; -1 where the index has given up. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    for (;;) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) break;
      if (this.#hashes[entry] === hash && this.#isSame(entry, bytes, from, to)) {
        this.#found++;
        return entry;
      }
      slot = (slot + 1) & mask;
    }
    return this.#isFull ? -1 : this.#add(slot, bytes, from, to, hash);
  }

  text(entry: number): string {
    return this.#texts[entry] ?? "";
  }

  #isSame(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
    const length = to - from;
    if (this.#lengths[entry] !== length) return false;
    const start = this.#starts[entry] ?? 0;
    for (let at = 0; at < length; at++) {
      if (this.#held[start + at] !== bytes[from + at]) return false;
    }
    return true;
  }

  #add(slot: number, bytes: Uint8Array, from: number, to: number, hash: number): number {
    const entry = this.#texts.push(decodeText(bytes, from, to)) - 1;
    if (entry >= this.#hashes.length) this.#grow();
    const start = this.#heldLength;
    if (start + to - from > this.#held.length) {
      const held = new Uint8Array(Math.max(this.#held.length * 2, start + to - from));
      held.set(this.#held);
      this.#held = held;
    }
    this.#held.set(bytes.subarray(from, to), start);
    this.#heldLength += to - from;
    this.#hashes[entry] = hash;
    this.#starts[entry] = start;
    this.#lengths[entry] = to - from;
    this.#slots[slot] = entry + 1;
    if ((entry + 1) * 2 > this.#slots.length) this.#rehash();
    if (entry >= TRIAL && this.#found < entry) this.#isFull = true;
    return entry;
  }

  #grow(): void {
    const doubled = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown;
    };
    this.#hashes = doubled(this.#hashes);
    this.#starts = doubled(this.#starts);
    this.#lengths = doubled(this.#lengths);
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#texts.length; entry++) {
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
