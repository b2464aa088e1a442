import type { WrittenColumn } from "../decode/columns.ts";
import type { Runs } from "../decode/runs.ts";
import { type ByteStream, type Cursor, type Walk, walkStream } from "../stream/cursor.ts";
import { CLOSE_BRACKET, COMMA, MORE, noJson } from "../stream/scan.ts";
import type { Column } from "../table.ts";
import { ByteSink } from "./byte-sink.ts";
import { FieldReader } from "./field-reader.ts";
import { CARRIAGE_RETURN, type CsvOptions, LINE_FEED } from "./fields.ts";

/**
 * Opens the same bytes anew at each call, from byte `from` on (0 is the first): a file stream's `start`, the rest of a Blob's `slice`.
 */
export type ByteSource = (from: number) => ByteStream;

/** How many bytes of fields are held at a time, and the fewest rows: for each of these the source is opened at every column. */
const BYTES_HELD = 1 << 22;
const FEWEST_ROWS = 1 << 8;

/** So many columns are read at once. */
const READ_AT_ONCE = 4;

/** A column whose values are read some at a time, each time from where those before ended. */
export interface ColumnPart {
  readonly column: Column;
  readonly written: WrittenColumn;
  /** By the index among the values. */
  readonly runs: Runs;
  /** The bytes of the source between which its values stand. */
  readonly bytes: { readonly from: number; readonly to: number };
}

/** How many rows fit into what is held, by the bytes that a row has on average. */
export function windowHeight(parts: readonly ColumnPart[], rowCount: number): number {
  const bytes = parts.reduce((sum, part) => sum + part.bytes.to - part.bytes.from, 0);
  return Math.max(FEWEST_ROWS, Math.floor(BYTES_HELD / Math.max(1, bytes / Math.max(1, rowCount))));
}

/** Writes the lines of a table by columns, so many rows at a time: of each column the values that stand for them are read, no others. */
export async function* linesOfWindows(
  parts: readonly ColumnPart[],
  rowCount: number,
  height: number,
  source: ByteSource,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<undefined> {
  const windows = parts.map((part) => new ColumnWindow(part, source, options));
  for (let first = 0; first < rowCount; first += height) {
    const count = Math.min(height, rowCount - first);
    for (let at = 0; at < windows.length; at += READ_AT_ONCE) {
      await Promise.all(windows.slice(at, at + READ_AT_ONCE).map((window) => window.read(count)));
    }
    for (let row = 0; row < count; row++) {
      for (let index = 0; index < windows.length; index++) {
        if (index > 0) sink.byte(COMMA);
        windows[index]?.write(sink);
      }
      sink.byte(CARRIAGE_RETURN);
      sink.byte(LINE_FEED);
      if (sink.length >= CHUNK) yield;
    }
  }
}

/** So many bytes are handed on at once. */
export const CHUNK = 1 << 16;

class ColumnWindow {
  readonly #part: ColumnPart;
  readonly #source: ByteSource;
  readonly #field: FieldReader;
  /** The fields of the values at hand one after another, and where each ends. A window is written before the next one is read. */
  readonly #fields = new ByteSink();
  #ends = new Uint32Array(FEWEST_ROWS);
  /** The runs among the values at hand: index and length, one after another. */
  #runs: readonly number[] = [];
  /** The value that is written next, how often it was, and which run comes next. */
  #at = 0;
  #times = 0;
  #atRun = 0;

  /** The value that stands for the next row to read: its index, its byte, and for how many rows more where a window ended in its run. */
  #index = 0;
  #byte: number;
  #left = 0;
  #nextRun = 0;

  constructor(part: ColumnPart, source: ByteSource, options: CsvOptions) {
    this.#part = part;
    this.#source = source;
    this.#field = new FieldReader(part.column, options);
    this.#byte = part.bytes.from;
  }

  /** Reads the fields of the next rows. */
  async read(rows: number): Promise<void> {
    const { values, runs, left } = this.#valuesOf(rows);
    if (this.#ends.length < values) this.#ends = new Uint32Array(values);
    this.#fields.clear();
    this.#runs = runs;
    this.#at = 0;
    this.#times = 0;
    this.#atRun = 0;
    const from = this.#byte;
    const { last, after } = await walkStream(this.#source(from), (cursor) => this.#readValues(cursor, values));
    this.#byte = from + (left > 0 ? last : after);
    this.#index += left > 0 ? values - 1 : values;
    this.#left = left;
  }

  /** Writes the field of the next row. */
  write(sink: ByteSink): void {
    const at = this.#at;
    this.#fields.copyTo(sink, at === 0 ? 0 : (this.#ends[at - 1] ?? 0), this.#ends[at] ?? 0);
    if (this.#runs[this.#atRun] !== at) this.#at++;
    else if (++this.#times === this.#runs[this.#atRun + 1]) {
      this.#at++;
      this.#atRun += 2;
      this.#times = 0;
    }
  }

  /** How many values stand for the next rows, the runs among them, and for how many rows after them the last one stands. */
  #valuesOf(rows: number): { values: number; runs: number[]; left: number } {
    const { keys, lengths } = this.#part.runs;
    const runs: number[] = [];
    let values = 0;
    let left = 0;
    for (let done = 0; done < rows; ) {
      const index = keys[this.#nextRun] ?? Number.POSITIVE_INFINITY;
      const length = lengths[this.#nextRun] ?? 1;
      const plain = Math.min(rows - done, index - (this.#index + values));
      values += plain;
      done += plain;
      if (done === rows) break;
      const whole = this.#left > 0 && values === 0 ? this.#left : length;
      const shown = Math.min(whole, rows - done);
      runs.push(values, shown);
      values++;
      done += shown;
      left = whole - shown;
      if (left === 0) this.#nextRun++;
    }
    return { values, runs, left };
  }

  /** So many values from within a list; the bytes, counted from where the cursor began, of the last one and of what follows them. */
  *#readValues(cursor: Cursor, count: number): Walk<{ last: number; after: number }> {
    let index = 0;
    let last = 0;
    const at = () => `${this.#part.written.place}.values[${this.#index + index}]`;
    while (index < count) {
      // Where a value follows at once, as in most results, there is nothing to look for.
      if (cursor.pos >= cursor.end || (cursor.bytes[cursor.pos] ?? 0) <= 0x20) yield* cursor.peek(at());
      const after = this.#field.read(cursor.bytes, cursor.pos, cursor.end, index, at);
      if (after === MORE) {
        yield* cursor.more(at(), cursor.end - cursor.pos);
        continue;
      }
      this.#field.write(index, this.#fields);
      this.#ends[index++] = this.#fields.length;
      last = cursor.offset;
      cursor.pos = after;
      if (after < cursor.end && cursor.bytes[after] === COMMA) cursor.pos++;
      else if (yield* cursor.ends(at(), CLOSE_BRACKET)) {
        if (index < count) throw noJson(at());
        break;
      }
    }
    return { last, after: cursor.offset };
  }
}
