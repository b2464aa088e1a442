import { noJson } from "../../../json/bytes.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { CLOSE_BRACKET, COMMA, MORE } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { WrittenColumn } from "../../stach/decode/columns.ts";
import type { RunArrays } from "../../stach/decode/runs.ts";
import type { Column } from "../../table.ts";
import { ByteSink } from "./byte-sink.ts";
import { FieldReader } from "./field-reader.ts";
import type { CsvOptions } from "./fields.ts";
import { runBatches } from "./run-batches.ts";

/** A column whose values were skipped, and their place in the source. */
export interface ColumnPart {
  readonly column: Column;
  readonly written: WrittenColumn;
  readonly isVersion1: boolean;
  /** The byte of the source where the first of its values begins. */
  readonly from: number;
}

/**
 * Writes the fields of a column, row by row. It reads a part of the values and a part of the runs at a time: each part has up to a number
 * of bytes, or is one longer value or run.
 */
export class ColumnFields {
  /** How many rows can be written without another read. */
  rows = 0;
  readonly #part: ColumnPart;
  readonly #source: ByteSource;
  readonly #most: number;
  readonly #field: FieldReader;

  /** The fields of the current values one after another, where each ends, and how many rows it still has. */
  readonly #fields = new ByteSink(FEW);
  #ends = new Uint32Array(FEW);
  #rowsOfValue = new Uint32Array(0);
  #count = 0;
  /** The index of the first current value, and which current value is written next. */
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

  constructor(part: ColumnPart, source: ByteSource, bytes: number, options: CsvOptions) {
    this.#part = part;
    this.#source = source;
    this.#most = bytes;
    this.#field = new FieldReader(part.column, options, part.isVersion1);
    this.#byte = part.from;
    this.#batches = runBatches(source, `${part.written.place}.ranges`, part.written.ranges, bytes);
  }

  /** Writes the field of the next row. */
  write(sink: ByteSink): void {
    const at = this.#at;
    this.#fields.copyTo(sink, at === 0 ? 0 : (this.#ends[at - 1] ?? 0), this.#ends[at] ?? 0);
    this.rows--;
    const rowsOfValue = (this.#rowsOfValue[at] ?? 1) - 1;
    this.#rowsOfValue[at] = rowsOfValue;
    if (rowsOfValue === 0) this.#at++;
  }

  /** Reads more if no row is left to write. */
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
    this.#fields.clear();
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
    while (this.#count < most && cursor.offset < this.#most && this.#fields.length < this.#most) {
      // In most results a value follows without white space.
      if (cursor.pos >= cursor.end || (cursor.bytes[cursor.pos] ?? 0) <= 0x20) yield* cursor.peek(at());
      const after = this.#field.read(cursor.bytes, cursor.pos, cursor.end, this.#count, at);
      if (after === MORE) {
        yield* cursor.more(at(), cursor.end - cursor.pos);
        continue;
      }
      this.#field.write(this.#count, this.#fields);
      if (this.#count === this.#ends.length) this.#ends = new Uint32Array(this.#ends.buffer.transfer(this.#count * 8));
      this.#ends[this.#count++] = this.#fields.length;
      cursor.pos = after;
      if (after < cursor.end && cursor.bytes[after] === COMMA) cursor.pos++;
      else if ((yield* cursor.ends(at(), CLOSE_BRACKET)) && this.#count < most) throw noJson(at());
    }
    return cursor.offset;
  }
}

/** The first capacity for fields and bytes. It is small, since there may be a hundred thousand columns. */
const FEW = 1 << 6;
