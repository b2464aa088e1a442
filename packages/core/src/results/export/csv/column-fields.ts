import { CLOSE_BRACKET, COMMA, MORE, noJson } from "../../../json/bytes.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import type { WrittenColumn } from "../../stach/decode/columns.ts";
import type { RunArrays } from "../../stach/decode/runs.ts";
import type { Column } from "../../table.ts";
import { ByteSink } from "./byte-sink.ts";
import type { ByteSource } from "./byte-source.ts";
import { FieldReader } from "./field-reader.ts";
import type { CsvOptions } from "./fields.ts";
import { runBatches } from "./run-batches.ts";

/** A column whose values were skipped, and their place in the source. */
export interface ColumnPart {
  readonly column: Column;
  readonly written: WrittenColumn;
  /** The byte of the source where the first of its values begins. */
  readonly from: number;
}

/**
 * Writes the fields of a column, row by row. It reads a part of the values at a time, and a part of the runs: each up to a number of bytes,
 * or one value or run that is longer.
 */
export class ColumnFields {
  readonly #part: ColumnPart;
  readonly #source: ByteSource;
  readonly #most: number;
  readonly #field: FieldReader;

  /** The fields of the current values one after another, and where each ends. */
  readonly #fields = new ByteSink(FEW);
  #ends = new Uint32Array(FEW);
  #count = 0;
  /** The index of the first current value, which current value is written next, and how often it was written. */
  #first = 0;
  #at = 0;
  #times = 0;
  /** The offset in the source after the current values. */
  #byte: number;

  /** The current runs by the indexes of their values, and which run comes next. */
  readonly #batches: AsyncGenerator<RunArrays>;
  #indexes: Uint32Array = new Uint32Array(0);
  #lengths: Uint32Array = new Uint32Array(0);
  #run = 0;
  #hasAllRuns = false;
  /** How many rows more than values the runs up to the current ones have. */
  #added = 0;
  /** The next run among the current values: which value, and its length. */
  #runAt = -1;
  #runLength = 0;

  #rows = 0;

  constructor(part: ColumnPart, source: ByteSource, bytes: number, options: CsvOptions) {
    this.#part = part;
    this.#source = source;
    this.#most = bytes;
    this.#field = new FieldReader(part.column, options);
    this.#byte = part.from;
    this.#batches = runBatches(source, `${part.written.place}.ranges`, part.written.ranges, bytes);
  }

  /** How many rows can be written without another read. */
  get rows(): number {
    return this.#rows;
  }

  /** Writes the field of the next row. */
  write(sink: ByteSink): void {
    const at = this.#at;
    this.#fields.copyTo(sink, at === 0 ? 0 : (this.#ends[at - 1] ?? 0), this.#ends[at] ?? 0);
    this.#rows--;
    if (at !== this.#runAt) this.#at++;
    else if (++this.#times === this.#runLength) {
      this.#at++;
      this.#times = 0;
      this.#run++;
      this.#setRun();
    }
  }

  /** Reads more where no row is left to write. */
  async fill(): Promise<void> {
    while (this.#rows <= 0) {
      if (this.#run === this.#indexes.length && !this.#hasAllRuns) await this.#readRuns();
      if (this.#at === this.#count) await this.#readValues();
      this.#setRun();
      this.#rows = this.#rowsAtHand();
    }
  }

  #setRun(): void {
    this.#runAt = (this.#indexes[this.#run] ?? -1) - this.#first;
    this.#runLength = this.#lengths[this.#run] ?? 1;
  }

  /** The rows of the current values whose run length is known. */
  #rowsAtHand(): number {
    const known = this.#hasAllRuns ? Number.POSITIVE_INFINITY : (this.#indexes.at(-1) ?? -1) + 1;
    const to = Math.min(this.#first + this.#count, known);
    let rows = to - (this.#first + this.#at) - this.#times;
    for (let run = this.#run; run < this.#indexes.length && (this.#indexes[run] ?? to) < to; run++) {
      rows += (this.#lengths[run] ?? 1) - 1;
    }
    return rows;
  }

  async #readRuns(): Promise<void> {
    const { done, value } = await this.#batches.next();
    this.#hasAllRuns = done === true;
    this.#run = 0;
    this.#lengths = done ? new Uint32Array(0) : value.lengths;
    this.#indexes = done ? new Uint32Array(0) : value.starts.map((start, at) => this.#valueOf(start, at));
  }

  /** The index of the value of a run. Runs must come in order. */
  #valueOf(start: number, at: number): number {
    const index = start - this.#added;
    this.#added += (this.#lengths[at] ?? 1) - 1;
    return index;
  }

  async #readValues(): Promise<void> {
    const { place, values } = this.#part.written;
    this.#first += this.#count;
    const left = values.length - this.#first;
    if (left <= 0) throw new ResultDecodeError(place, "the source has changed since it was first read: start again");
    this.#fields.clear();
    this.#count = 0;
    this.#at = 0;
    this.#byte += await readByteStream(this.#source(this.#byte), (cursor) => this.#takeValues(cursor, left));
  }

  /** Reads values from within a list, up to a number of them; returns how many bytes of the source they take. */
  *#takeValues(cursor: Cursor, most: number): IncrementalRead<number> {
    const at = () => `${this.#part.written.place}.values[${this.#first + this.#count}]`;
    while (this.#count < most && cursor.offset < this.#most && this.#fields.length < this.#most) {
      // In most results a value follows without white space.
      if (cursor.pos >= cursor.end || (cursor.bytes[cursor.pos] ?? 0) <= 0x20) yield* cursor.peek(at());
      const after = this.#field.read(cursor.bytes, cursor.pos, cursor.end, this.#count, at);
      if (after === MORE) {
        yield* cursor.more(at(), cursor.end - cursor.pos);
        continue;
      }
      this.#field.write(this.#count, this.#fields);
      if (this.#count === this.#ends.length) this.#growEnds();
      this.#ends[this.#count++] = this.#fields.length;
      cursor.pos = after;
      if (after < cursor.end && cursor.bytes[after] === COMMA) cursor.pos++;
      else if ((yield* cursor.ends(at(), CLOSE_BRACKET)) && this.#count < most) throw noJson(at());
    }
    return cursor.offset;
  }

  #growEnds(): void {
    const ends = new Uint32Array(this.#count * 2);
    ends.set(this.#ends);
    this.#ends = ends;
  }
}

/** The first capacity for fields and bytes. It is small, since there may be a hundred thousand columns. */
const FEW = 1 << 6;
