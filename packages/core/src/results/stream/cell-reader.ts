import type { CellStore } from "../decode/cell-store.ts";
import { BACKSLASH, decodeText, MORE, noJson, parseNumber, parseValue, QUOTE, skipString, skipValue } from "./scan.ts";
import { TextIndex } from "./text-index.ts";

/** Puts the cells of one column from their bytes into its store. */
export class CellReader {
  readonly store: CellStore;
  readonly #texts = new TextIndex();

  constructor(store: CellStore) {
    this.store = store;
  }

  /** Reads the cell at `pos` into the row; the position after it, or MORE. A cell that is no JSON throws. */
  read(bytes: Uint8Array, pos: number, end: number, row: number, place: () => string): number {
    const first = bytes[pos] ?? 0;
    if (first === QUOTE) return this.#readString(bytes, pos, end, row, place);
    const after = skipValue(bytes, pos, end);
    if (after === MORE) return MORE;
    if (first === 0x2d || (first >= 0x30 && first <= 0x39)) {
      const value = parseNumber(bytes, pos, after);
      if (Number.isNaN(value)) throw noJson(place());
      this.store.setNumber(row, value);
    } else if (isNull(bytes, pos, after)) this.store.setNull(row);
    else this.store.set(row, parsed(bytes, pos, after, place));
    return after;
  }

  #readString(bytes: Uint8Array, pos: number, end: number, row: number, place: () => string): number {
    let hash = 0;
    for (let at = pos + 1; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        this.#setText(bytes, pos + 1, at, hash, row, place);
        return at + 1;
      }
      if (byte === BACKSLASH) return this.#readEscaped(bytes, pos, end, row, place);
      if (byte < 0x20) throw noJson(place());
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    return MORE;
  }

  #setText(bytes: Uint8Array, from: number, to: number, hash: number, row: number, place: () => string): void {
    try {
      const entry = this.#texts.find(bytes, from, to, hash);
      if (entry < 0) {
        this.store.setText(row, decodeText(bytes, from, to));
        return;
      }
      this.#texts.codes[entry] ??= this.store.codeOf(this.#texts.text(entry));
      const code = this.#texts.codes[entry] ?? -1;
      if (code < 0 || !this.store.isText) this.store.setText(row, this.#texts.text(entry));
      else this.store.setCode(row, code);
    } catch (error) {
      throw noJson(place(), error);
    }
  }

  #readEscaped(bytes: Uint8Array, pos: number, end: number, row: number, place: () => string): number {
    const after = skipString(bytes, pos, end);
    if (after !== MORE) this.store.set(row, parsed(bytes, pos, after, place));
    return after;
  }
}

function parsed(bytes: Uint8Array, from: number, to: number, place: () => string): unknown {
  try {
    return parseValue(bytes, from, to);
  } catch (error) {
    throw noJson(place(), error);
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
