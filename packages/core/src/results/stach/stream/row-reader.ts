import { ResultDecodeError } from "../../../json/errors.ts";
import { noJson, parseValueAt, skipValueAt } from "../../../json/json-scan.ts";
import {
  BACKSLASH,
  CLOSE_BRACE,
  COLON,
  COMMA,
  MORE,
  OPEN_BRACE,
  QUOTE,
  skipSpace,
  skipString,
} from "../../../json/tokens.ts";
import { groupLevelOf } from "../decode/rows.ts";

/** Reads the cells of one column. */
interface CellSink {
  /** Reads the cell at `pos`; returns the position after it, or MORE, after which the row is read again from its start. */
  read(bytes: Uint8Array, pos: number, end: number, row: number, currentPath: () => string): number;
}

/** Receives the rows. */
interface RowTarget {
  /** How many rows are complete. */
  readonly rowCount: number;
  /** The reader of a column. Called once for each column in the `values` of rows. */
  sinkFor(id: string): CellSink;
  setLevel(level: number | undefined): void;
  endRow(): void;
  /** Receives a parsed row that has more than `values`, with its index in the list. */
  addParsedRow(row: unknown, index: number): void;
}

interface KnownKey {
  /** The name with its quotes, as written. */
  readonly key: Uint8Array;
  readonly cells: CellSink;
}

/** Reads the rows of one table from bytes, cell by cell. Only rows without `values` become objects. */
export class RowReader {
  readonly #target: RowTarget;
  /** The columns in the order of the last row, which the next row usually repeats. */
  readonly #order: KnownKey[] = [];
  readonly #byId = new Map<string, CellSink>();
  readonly #currentPath = () => `${this.#rows}[${this.#index}]`;
  readonly #rows: string;
  #index = 0;

  /** `rows` is the place of the list. */
  constructor(target: RowTarget, rows: string) {
    this.#target = target;
    this.#rows = rows;
  }

  /** Reads the row at `start`; returns the position after it, or MORE, after which the row is read again from its start. */
  read(bytes: Uint8Array, start: number, end: number): number {
    const after = bytes[start] === OPEN_BRACE ? this.#readRow(bytes, start, end) : this.#refuse(bytes, start, end);
    if (after !== MORE) this.#index++;
    return after;
  }

  /** @throws ResultDecodeError if an element of the list is not an object, or not JSON */
  #refuse(bytes: Uint8Array, start: number, end: number): number {
    const after = skipValueAt(bytes, start, end, this.#currentPath);
    if (after === MORE) return MORE;
    parseValueAt(bytes, start, after, this.#currentPath);
    throw new ResultDecodeError(this.#currentPath(), "a row must be an object");
  }

  #readRow(bytes: Uint8Array, start: number, end: number): number {
    let pos = start + 1;
    let hasValues = false;
    for (let isFirst = true; ; isFirst = false) {
      pos = skipSpace(bytes, pos, end);
      if (pos >= end) return MORE;
      if (bytes[pos] === CLOSE_BRACE && isFirst) break;
      if (bytes[pos] !== QUOTE) throw noJson(this.#currentPath());
      const keyEnd = skipString(bytes, pos, end);
      if (keyEnd === MORE) return MORE;
      const value = valueAfter(bytes, keyEnd, end, this.#currentPath);
      if (value === MORE) return MORE;
      const isValues = isWord(bytes, pos, keyEnd, valuesKey) && bytes[value] === OPEN_BRACE;
      if (!isValues && this.#tellsKind(bytes, pos, keyEnd)) return this.#readWhole(bytes, start, end);
      const isDetails = isWord(bytes, pos, keyEnd, cellDetailsKey);
      // The name is parsed to check it: it may contain a line break, or not be UTF-8.
      if (!isValues && !isDetails) parseValueAt(bytes, pos, keyEnd, this.#currentPath);
      const after = isValues ? this.#readValues(bytes, value, end) : this.#readOther(bytes, value, end, isDetails);
      if (after === MORE) return MORE;
      hasValues ||= isValues;
      pos = skipSpace(bytes, after, end);
      if (pos >= end) return MORE;
      if (bytes[pos] === CLOSE_BRACE) break;
      if (bytes[pos] !== COMMA) throw noJson(this.#currentPath());
      pos++;
    }
    if (!hasValues) return this.#readWhole(bytes, start, end);
    this.#target.endRow();
    return pos + 1;
  }

  #readWhole(bytes: Uint8Array, start: number, end: number): number {
    const after = skipValueAt(bytes, start, end, this.#currentPath);
    if (after === MORE) return MORE;
    this.#target.addParsedRow(parseValueAt(bytes, start, after, this.#currentPath), this.#index);
    return after;
  }

  /** Whether a name (or one with escapes, which may be such a name) shows that the row has more than `values`. */
  #tellsKind(bytes: Uint8Array, from: number, to: number): boolean {
    return (
      [valuesKey, cellsKey, rowTypeKey, formatKey].some((word) => isWord(bytes, from, to, word)) ||
      bytes.subarray(from, to).includes(BACKSLASH)
    );
  }

  /** Reads another member of a row. Only the groups are used. */
  #readOther(bytes: Uint8Array, start: number, end: number, isDetails: boolean): number {
    const after = skipValueAt(bytes, start, end, this.#currentPath);
    if (after === MORE) return MORE;
    const value = parseValueAt(bytes, start, after, this.#currentPath);
    if (isDetails) this.#target.setLevel(groupLevelOf(value, this.#currentPath()));
    return after;
  }

  #readValues(bytes: Uint8Array, start: number, end: number): number {
    const row = this.#target.rowCount;
    let pos = skipSpace(bytes, start + 1, end);
    if (bytes[pos] === CLOSE_BRACE && pos < end) return pos + 1;
    for (let at = 0; ; at++) {
      const expected = this.#order[at];
      let keyEnd = expected ? matchEnd(bytes, pos, end, expected.key) : 0;
      let cells = expected?.cells;
      if (keyEnd === 0) {
        if (pos < end && bytes[pos] !== QUOTE) throw noJson(this.#currentPath());
        keyEnd = pos < end ? skipString(bytes, pos, end) : MORE;
        if (keyEnd === MORE) return MORE;
        cells = this.#cellsOf(at, bytes, pos, keyEnd);
      }
      const value = valueAfter(bytes, keyEnd, end, this.#currentPath);
      if (value === MORE || cells === undefined) return MORE;
      const after = cells.read(bytes, value, end, row, this.#currentPath);
      if (after === MORE) return MORE;
      pos = skipSpace(bytes, after, end);
      if (pos >= end) return MORE;
      if (bytes[pos] === CLOSE_BRACE) return pos + 1;
      if (bytes[pos] !== COMMA) throw noJson(this.#currentPath());
      pos = skipSpace(bytes, pos + 1, end);
    }
  }

  /** The reader of the column whose name is in [from, to). The reader expects it at the same position in the next rows. */
  #cellsOf(at: number, bytes: Uint8Array, from: number, to: number): CellSink {
    const id = String(parseValueAt(bytes, from, to, this.#currentPath));
    const cells = this.#byId.get(id) ?? this.#target.sinkFor(id);
    this.#byId.set(id, cells);
    this.#order[at] = { key: bytes.slice(from, to), cells };
    return cells;
  }
}

const valuesKey = new TextEncoder().encode('"values"');
const cellsKey = new TextEncoder().encode('"cells"');
const rowTypeKey = new TextEncoder().encode('"rowType"');
const formatKey = new TextEncoder().encode('"format"');
const cellDetailsKey = new TextEncoder().encode('"cellDetails"');

function isWord(bytes: Uint8Array, from: number, to: number, word: Uint8Array): boolean {
  return to - from === word.length && matchEnd(bytes, from, to, word) === to;
}

/** The position after `word` if it is at `pos`, else 0. */
function matchEnd(bytes: Uint8Array, pos: number, end: number, word: Uint8Array): number {
  if (pos + word.length > end) return 0;
  for (let at = 0; at < word.length; at++) {
    if (bytes[pos + at] !== word[at]) return 0;
  }
  return pos + word.length;
}

/** The position of the value after a key that ends at `pos`, or MORE. */
function valueAfter(bytes: Uint8Array, pos: number, end: number, currentPath: () => string): number {
  let at = bytes[pos] === COLON ? pos : skipSpace(bytes, pos, end);
  if (at >= end) return MORE;
  if (bytes[at] !== COLON) throw noJson(currentPath());
  at = skipSpace(bytes, at + 1, end);
  return at < end ? at : MORE;
}
