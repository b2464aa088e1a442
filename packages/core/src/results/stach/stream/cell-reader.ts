import { noJson, parseValueAt, skipValueAt } from "../../../json/bytes.ts";
import { BACKSLASH, COMMA, MORE, QUOTE } from "../../../json/tokens.ts";
import type { CellStore } from "../decode/cell-store.ts";
import { NO_NUMBER, readNumber, startsNumber } from "./number-cell.ts";
import { TextIndex } from "./text-index.ts";

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
  readList(bytes: Uint8Array, pos: number, end: number, place: () => string): number {
    let after = MORE;
    for (let at = pos; ; ) {
      const read = this.read(bytes, at, end, this.store.length, place);
      if (read === MORE) return after;
      after = read;
      at = read + 1;
      // The caller skips white space and reads more bytes.
      if (at >= end || bytes[read] !== COMMA || (bytes[at] ?? 0) <= 0x20) return after;
    }
  }

  /** Reads the cell at `pos` into the row; returns the position after it, or MORE. @throws ResultDecodeError if the cell is not JSON */
  read(bytes: Uint8Array, pos: number, end: number, row: number, place: () => string): number {
    const first = bytes[pos] ?? 0;
    if (first === QUOTE) return this.#readString(bytes, pos, end, row, place);
    if (startsNumber(first)) {
      const afterNumber = readNumber(bytes, pos, end, this.store, row);
      if (afterNumber === NO_NUMBER) throw noJson(place());
      return afterNumber;
    }
    const after = skipValueAt(bytes, pos, end, place);
    if (after === MORE) return MORE;
    if (isNull(bytes, pos, after)) this.store.setNull(row);
    else this.store.set(row, parseValueAt(bytes, pos, after, place));
    return after;
  }

  #readString(bytes: Uint8Array, pos: number, end: number, row: number, place: () => string): number {
    let hash = 0;
    let hasEscapes = false;
    for (let at = pos + 1; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        if (!hasEscapes && this.store.takesCodesOf(this.#texts)) {
          this.store.setCode(row, this.#texts.find(bytes, pos + 1, at, hash));
        } else this.#setText(bytes, pos, at + 1, hash, row, place);
        return at + 1;
      }
      if (byte < 0x20) throw noJson(place());
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
  #setText(bytes: Uint8Array, from: number, to: number, hash: number, row: number, place: () => string): void {
    this.store.settle();
    const entry = this.#texts.find(bytes, from + 1, to - 1, hash);
    const code = this.#codes[entry] ?? -1;
    if (code >= 0 && this.store.isText) {
      this.store.setCode(row, code);
      return;
    }
    const text = String(parseValueAt(bytes, from, to, place));
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
