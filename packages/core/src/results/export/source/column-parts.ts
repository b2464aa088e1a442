import { noJson } from "../../../json/bytes.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { CLOSE_BRACKET, COMMA, MORE } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import { definedColumns } from "../../stach/decode/assemble.ts";
import { rowCountOf, type WrittenColumn } from "../../stach/decode/columns.ts";
import type { RunArrays } from "../../stach/decode/runs.ts";
import type { Column } from "../../table.ts";
import type { SourceTable } from "./open-table.ts";
import { runBatches } from "./run-batches.ts";

/**
 * How many bytes of all columns together are in memory at a time, and the fewest bytes of one column. The source is opened for each part of
 * this size.
 */
const BYTES_HELD = 1 << 22;
const MIN_BYTES = 1 << 14;

/** How many columns are read at the same time. */
const READ_AT_ONCE = 4;

/** How many bytes of each column are read at a time. */
export function bytesOfEach(columns: number): number {
  return Math.max(MIN_BYTES, Math.floor(BYTES_HELD / Math.max(1, columns)));
}

/** A column whose values were skipped, and their place in the source. */
export interface ColumnPart {
  readonly column: Column;
  readonly written: WrittenColumn;
  readonly isVersion1: boolean;
  /** The byte of the source where the first of its values begins. */
  readonly from: number;
}

/** The columns of a column-organised table, and how many rows each has. @throws ResultDecodeError if these differ */
export function columnParts(
  { table, primary, places }: SourceTable,
  includeHidden: boolean,
): { readonly rowCount: number; readonly parts: readonly ColumnPart[] } {
  const all = definedColumns(primary.table, table.columns);
  const rowCount = rowCountOf(all, primary.table.rows.listedRows);
  const parts = all.flatMap((written, index): ColumnPart[] => {
    const column = table.columns[index];
    if (column === undefined || (column.isHidden && !includeHidden)) return [];
    // The values begin after the bracket that opens the list.
    return [{ column, written, isVersion1: primary.isVersion1, from: (places.get(written.values) ?? 0) + 1 }];
  });
  return { rowCount, parts };
}

/** Receives the values of a part of a column. */
export interface PartValues {
  /** How many bytes the values take. A part ends when they take as many as may be read at a time. */
  readonly bytes: number;
  /** Removes the values. */
  clear(): void;
  /** Reads the value at `pos`; returns the position after it, or MORE. `index` counts the values of the part. */
  read(bytes: Uint8Array, pos: number, end: number, index: number, place: () => string): number;
}

/**
 * Reads a column row by row. It reads a part of the values and a part of the runs at a time: each part has up to a number of bytes, or is
 * one longer value or run.
 */
export class ColumnRows<V extends PartValues> {
  /** How many rows can be read without another part. */
  rows = 0;
  /** The values of the current part. */
  readonly values: V;
  readonly #part: ColumnPart;
  readonly #source: ByteSource;
  readonly #most: number;

  #rowsOfValue = new Uint32Array(0);
  #count = 0;
  /** The index of the first current value, and which current value is that of the next row. */
  #first = 0;
  #at = 0;
  /** The offset in the source after the current values. */
  #byte: number;

  /** The current runs, and which of them comes next. */
  readonly #batches: AsyncGenerator<RunArrays>;
  #runs: RunArrays = { starts: new Uint32Array(0), lengths: new Uint32Array(0) };
  #run = 0;
  /** How many more rows than values the runs before that one have. */
  #extraRows = 0;

  constructor(part: ColumnPart, source: ByteSource, bytes: number, values: V) {
    this.values = values;
    this.#part = part;
    this.#source = source;
    this.#most = bytes;
    this.#byte = part.from;
    this.#batches = runBatches(source, `${part.written.place}.ranges`, part.written.ranges, bytes);
  }

  /** Goes to the next row; returns the index of its value in the part. */
  next(): number {
    const at = this.#at;
    this.rows--;
    const rowsOfValue = (this.#rowsOfValue[at] ?? 1) - 1;
    this.#rowsOfValue[at] = rowsOfValue;
    if (rowsOfValue === 0) this.#at++;
    return at;
  }

  /** Reads the next part. */
  async fill(): Promise<void> {
    await this.#readValues();
    this.#rowsOfValue = new Uint32Array(this.#count).fill(1);
    this.rows = this.#count;
    await this.#readRuns();
  }

  /** Reads the runs of the current values. */
  async #readRuns(): Promise<void> {
    for (;;) {
      const { starts, lengths } = this.#runs;
      for (; this.#run < starts.length; this.#run++) {
        const at = (starts[this.#run] ?? 0) - this.#extraRows - this.#first;
        const length = lengths[this.#run] ?? 1;
        if (at >= this.#count) return;
        if (at < 0) throw this.#changed();
        this.#rowsOfValue[at] = length;
        this.#extraRows += length - 1;
        this.rows += length - 1;
      }
      const { done, value } = await this.#batches.next();
      if (done) return;
      this.#runs = value;
      this.#run = 0;
    }
  }

  async #readValues(): Promise<void> {
    this.#first += this.#count;
    const remainingValues = this.#part.written.values.length - this.#first;
    if (remainingValues <= 0) throw this.#changed();
    this.values.clear();
    this.#count = 0;
    this.#at = 0;
    this.#byte += await readByteStream(this.#source(this.#byte), (cursor) => this.#takeValues(cursor, remainingValues));
  }

  #changed(): ResultDecodeError {
    return new ResultDecodeError(
      this.#part.written.place,
      "the source has changed since it was first read: start again",
    );
  }

  /** Reads values from within a list, up to a number of them; returns how many bytes of the source they take. */
  *#takeValues(cursor: Cursor, most: number): IncrementalRead<number> {
    const at = () => `${this.#part.written.place}.values[${this.#first + this.#count}]`;
    while (this.#count < most && cursor.offset < this.#most && this.values.bytes < this.#most) {
      // In most results a value follows without white space.
      if (cursor.pos >= cursor.end || (cursor.bytes[cursor.pos] ?? 0) <= 0x20) yield* cursor.peek(at());
      const after = this.values.read(cursor.bytes, cursor.pos, cursor.end, this.#count, at);
      if (after === MORE) {
        yield* cursor.more(at(), cursor.end - cursor.pos);
        continue;
      }
      this.#count++;
      cursor.pos = after;
      if (after < cursor.end && cursor.bytes[after] === COMMA) cursor.pos++;
      else if ((yield* cursor.ends(at(), CLOSE_BRACKET)) && this.#count < most) throw noJson(at());
    }
    return cursor.offset;
  }
}

/** Reads the next part of each column that has no row left. Returns how many rows all of them have, at most `most`. */
export async function fillColumns(columns: readonly ColumnRows<PartValues>[], most: number): Promise<number> {
  const empty = columns.filter(({ rows }) => rows === 0);
  for (let at = 0; at < empty.length; at += READ_AT_ONCE) {
    await Promise.all(empty.slice(at, at + READ_AT_ONCE).map((column) => column.fill()));
  }
  return columns.reduce((least, { rows }) => Math.min(least, rows), most);
}
