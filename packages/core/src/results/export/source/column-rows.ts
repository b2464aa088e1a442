import { noJson } from "../../../json/bytes.ts";
import { Chunks } from "../../../json/chunks.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { COMMA, MORE, skipSpace } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { RunArrays } from "../../stach/decode/runs.ts";
import type { CellTaker } from "../../stach/stream/row-reader.ts";
import type { ColumnPart } from "./column-parts.ts";
import { runBatches } from "./run-batches.ts";

/**
 * Reads a column row by row. Some bytes of its values are in memory at a time, or those of one longer value, and some of its runs. The
 * source is opened for each part of the values.
 */
export class ColumnRows<Cells extends CellTaker> {
  /** Receives the values. */
  readonly cells: Cells;
  /** Whether the row has the value of the one before. */
  isRepeated = false;
  readonly #part: ColumnPart;
  readonly #source: ByteSource;
  readonly #most: number;

  #bytes = new Uint8Array(0);
  #end = 0;
  #pos = 0;
  /** Where the last value begins, and whether a comma must come before the next one. */
  #value = 0;
  #isBeforeComma = false;
  /** The offset in the source of the first of the bytes. */
  #offset: number;
  /** How many values were read, and how many more rows the last one has. */
  #count = 0;
  #rows = 0;

  /** The current runs, and which of them comes next. */
  readonly #batches: AsyncGenerator<RunArrays>;
  #runs: RunArrays | undefined = { starts: new Uint32Array(0), lengths: new Uint32Array(0) };
  #run = 0;
  /** How many more rows than values the runs before that one have. */
  #extraRows = 0;

  /** The place of the next value. Made once, because there are millions of values. */
  readonly #place = () => `${this.#part.written.place}.values[${this.#count}]`;

  constructor(part: ColumnPart, source: ByteSource, bytes: number, cells: Cells) {
    this.cells = cells;
    this.#part = part;
    this.#source = source;
    this.#most = bytes;
    // The values begin after the bracket that opens the list.
    this.#offset = part.range.from + 1;
    this.#batches = runBatches(source, `${part.written.place}.ranges`, part.written.ranges, bytes);
  }

  /** Reads the value of the next row, unless it is repeated. False if `fill` must come first. */
  next(row: number): boolean {
    this.isRepeated = this.#rows > 0;
    if (!this.isRepeated) {
      if (this.#runs !== undefined && this.#run === this.#runs.starts.length) return false;
      if (!this.#readValue(row)) return false;
      this.#rows = this.#rowsOfValue(this.#count++);
    }
    this.#rows--;
    return true;
  }

  /** Reads the value of the last row again, into this row. */
  readAgain(row: number): void {
    this.cells.read(this.#bytes, this.#value, this.#end, row, this.#place);
  }

  /** Reads more runs or more bytes of the values. */
  async fill(): Promise<void> {
    if (this.#runs !== undefined && this.#run === this.#runs.starts.length) {
      const { done, value } = await this.#batches.next();
      this.#runs = done ? undefined : value;
      this.#run = 0;
    } else await this.#readBytes();
  }

  #rowsOfValue(value: number): number {
    const start = this.#runs?.starts[this.#run] ?? Number.POSITIVE_INFINITY;
    if (start > value + this.#extraRows) return 1;
    if (start < value + this.#extraRows) throw this.#changed();
    const length = this.#runs?.lengths[this.#run] ?? 1;
    this.#run++;
    this.#extraRows += length - 1;
    return length;
  }

  /** Reads the next value; false if not all of it is in memory. */
  #readValue(row: number): boolean {
    if (!this.#skipSpace()) return false;
    if (this.#isBeforeComma) {
      if (this.#bytes[this.#pos] !== COMMA) throw noJson(this.#place());
      this.#isBeforeComma = false;
      this.#pos++;
      if (!this.#skipSpace()) return false;
    }
    const after = this.cells.read(this.#bytes, this.#pos, this.#end, row, this.#place);
    if (after === MORE) return false;
    this.#value = this.#pos;
    this.#pos = after;
    this.#isBeforeComma = true;
    return true;
  }

  /** Whether a byte follows that is not white space. */
  #skipSpace(): boolean {
    this.#pos = skipSpace(this.#bytes, this.#pos, this.#end);
    return this.#pos < this.#end;
  }

  /** Reads the bytes after the current values. Those of a value that was cut off are read again. */
  async #readBytes(): Promise<void> {
    const unreadBytes = this.#end - this.#pos;
    this.#offset += this.#pos;
    this.#pos = 0;
    // Twice as many each time, so that the start of a long value is not read often.
    const most = Math.min(this.#part.range.to - this.#offset, Math.max(this.#most, unreadBytes * 2));
    if (this.#bytes.length < most) this.#bytes = new Uint8Array(most);
    this.#end = 0;
    const chunks = new Chunks(this.#source(this.#offset));
    try {
      while (this.#end < most) {
        const chunk = await chunks.next();
        if (chunk === undefined) break;
        const piece = chunk.subarray(0, most - this.#end);
        this.#bytes.set(piece, this.#end);
        this.#end += piece.length;
      }
    } finally {
      await chunks.close();
    }
    if (this.#end <= unreadBytes) throw this.#changed();
  }

  #changed(): ResultDecodeError {
    return new ResultDecodeError(
      this.#part.written.place,
      "the source has changed since it was first read: start again",
    );
  }
}
