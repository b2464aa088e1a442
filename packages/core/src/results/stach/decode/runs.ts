import type { Cursor, IncrementalRead } from "../../../json/cursor.ts";
import { objectAt, ResultDecodeError } from "../../../json/errors.ts";
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE } from "../../../json/tokens.ts";

/** Longer columns of runs are refused, since they could fill the memory. */
const MAX_ROWS = 2 ** 28;

/** Runs in the order of their rows: for each, the row of the expanded column where it begins, and its length in rows. */
interface RunArrays {
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

/** The runs of a column say which of its values stand for several rows. A result may have millions of them. */
export interface ColumnRuns extends RunArrays {
  /** How many more rows than values there are. */
  readonly extraRows: number;
  /** The row where the last run begins, and the index of its value; -1 without runs. */
  readonly lastStart: number;
  readonly lastValue: number;
}

/** The `ranges` of a column, parsed. */
export function readRanges(ranges: unknown, path: string): ColumnRuns {
  const runs = new RunsReader();
  for (const [key, length] of Object.entries(objectAt(ranges ?? {}, path))) addWrittenRun(runs, key, length, path);
  return runs.finish(path);
}

/** Adds a member of `ranges`. @throws ResultDecodeError if the key is not a row or the value is not a length */
function addWrittenRun(runs: RunsReader, key: string, length: unknown, path: string): void {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(key)) {
    throw new ResultDecodeError(path, `the key ${JSON.stringify(key.slice(0, 40))} is not a row: rows count from 0`);
  }
  const start = Number(key);
  const at = pathOfRun(path, start);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
    throw new ResultDecodeError(at, "the length of a run must be a whole number of at least 1");
  }
  if (length > MAX_ROWS) throw tooLong(at, length);
  if (start >= 2 ** 32) throw unreachableRunError(at);
  runs.add(start, length);
}

/** @throws ResultDecodeError if the last run begins after the end of the column */
export function checkEnd({ lastStart, lastValue }: ColumnRuns, values: number, path: string): void {
  if (lastValue >= values) throw unreachableRunError(pathOfRun(path, lastStart));
}

/** Collects runs. Each takes eight bytes. */
class RunsReader {
  #starts = new Uint32Array(16);
  #lengths = new Uint32Array(16);
  #count = 0;
  #isAscending = true;

  add(start: number, length: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = new Uint32Array(this.#starts.buffer.transfer(this.#count * 8));
      this.#lengths = new Uint32Array(this.#lengths.buffer.transfer(this.#count * 8));
    }
    if (this.#count > 0 && start <= (this.#starts[this.#count - 1] ?? 0)) this.#isAscending = false;
    this.#starts[this.#count] = start;
    this.#lengths[this.#count++] = length;
  }

  /** The runs, sorted. @throws ResultDecodeError if a run begins within another, or the runs have too many rows */
  finish(path: string): ColumnRuns {
    if (!this.#isAscending) this.#sort();
    const starts = this.#starts.slice(0, this.#count);
    const lengths = this.#lengths.slice(0, this.#count);
    let extraRows = 0;
    let lastStart = -1;
    let lastValue = -1;
    /** The first row after the last run. */
    let free = 0;
    for (let at = 0; at < starts.length; at++) {
      const start = starts[at] ?? 0;
      if (start < free)
        throw new ResultDecodeError(pathOfRun(path, start), "the run before it covers the row where it begins");
      const length = lengths[at] ?? 1;
      lastStart = start;
      lastValue = start - extraRows;
      free = start + length;
      extraRows += length - 1;
    }
    if (extraRows > MAX_ROWS) throw tooLong(path, extraRows);
    return { starts, lengths, extraRows, lastStart, lastValue };
  }

  /** Sorts by row. If a key is repeated, the last run counts, as in parsed JSON. */
  #sort(): void {
    const [starts, lengths] = [this.#starts, this.#lengths];
    const order = orderOf(starts, this.#count);
    const last = order.filter((at, index) => starts[at] !== starts[order[index + 1] ?? -1]);
    this.#starts = last.map((at) => starts[at] ?? 0);
    this.#lengths = last.map((at) => lengths[at] ?? 0);
    this.#count = last.length;
    this.#isAscending = true;
  }
}

/** The indexes of the keys in the order of the keys: a stable radix sort by the low half, then by the high half. */
function orderOf(keys: Uint32Array, count: number): Uint32Array<ArrayBuffer> {
  let order = Uint32Array.from({ length: count }, (_, at) => at);
  for (const shift of [0, 16]) {
    const halfOf = (at: number) => ((keys[at] ?? 0) >>> shift) & 0xffff;
    const starts = new Uint32Array(0x10001);
    for (let at = 0; at < count; at++) starts[halfOf(at) + 1] = (starts[halfOf(at) + 1] ?? 0) + 1;
    for (let half = 0; half < 0x10000; half++) starts[half + 1] = (starts[half + 1] ?? 0) + (starts[half] ?? 0);
    const sorted = new Uint32Array(count);
    for (const at of order) {
      const slot = starts[halfOf(at)] ?? 0;
      sorted[slot] = at;
      starts[halfOf(at)] = slot + 1;
    }
    order = sorted;
  }
  return order;
}

/** The place of a run in the result. */
function pathOfRun(ranges: string, start: number): string {
  return `${ranges}.${start}`;
}

function unreachableRunError(path: string): ResultDecodeError {
  return new ResultDecodeError(path, "the column ends before the row where this run begins");
}

function tooLong(path: string, rows: number): ResultDecodeError {
  return new ResultDecodeError(path, `the runs have ${rows} rows, more than a table can have`);
}

/** Reads the `ranges` of a column run by run, because a large result has millions of runs. */
export function* readRuns(cursor: Cursor, path: string): IncrementalRead<ColumnRuns> {
  // Null, or a value that `readRanges` refuses.
  if ((yield* cursor.peek(path)) !== OPEN_BRACE) return readRanges(yield* cursor.value(path), path);
  const runs = new RunsReader();
  cursor.pos++;
  if ((yield* cursor.peek(path)) === CLOSE_BRACE) {
    cursor.pos++;
    return runs.finish(path);
  }
  do {
    addWrittenRun(runs, yield* cursor.key(path), yield* cursor.value(path), path);
    cursor.pos = takeRuns(cursor.bytes, cursor.pos, cursor.end, runs);
  } while (!(yield* cursor.ends(path, CLOSE_BRACE)));
  return runs.finish(path);
}

const ZERO = 0x30;
/** Numbers of up to this many digits are always valid. Longer ones are checked one by one. */
const MAX_DIGITS = 8;

/**
 * Reads runs of the plain form `,"KEY":LENGTH`, one after another; returns where they end. The test of `readRuns` compares them with
 * `readRanges`. Two million runs take 0.3 s of CPU, and 5 s when read member by member.
 */
function takeRuns(bytes: Uint8Array, from: number, end: number, runs: RunsReader): number {
  for (let position = from; ; ) {
    if (bytes[position] !== COMMA || bytes[position + 1] !== QUOTE) return position;
    const key = position + 2;
    const keyEnd = digitsEnd(bytes, key, end);
    if (keyEnd === key || bytes[keyEnd] !== QUOTE || bytes[keyEnd + 1] !== COLON) return position;
    if (bytes[key] === ZERO && keyEnd > key + 1) return position;
    const length = keyEnd + 2;
    const lengthEnd = digitsEnd(bytes, length, end);
    if (lengthEnd === length || lengthEnd >= end || bytes[length] === ZERO) return position;
    if (bytes[lengthEnd] !== COMMA && bytes[lengthEnd] !== CLOSE_BRACE) return position;
    runs.add(numberAt(bytes, key, keyEnd), numberAt(bytes, length, lengthEnd));
    position = lengthEnd;
  }
}

function digitsEnd(bytes: Uint8Array, from: number, end: number): number {
  const most = Math.min(end, from + MAX_DIGITS);
  let pos = from;
  while (pos < most && ((bytes[pos] ?? 0) - ZERO) >>> 0 <= 9) pos++;
  return pos;
}

function numberAt(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let pos = from; pos < to; pos++) number = number * 10 + (bytes[pos] ?? 0) - ZERO;
  return number;
}
