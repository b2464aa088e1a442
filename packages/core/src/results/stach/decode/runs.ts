import { ResultDecodeError } from "../../../json/errors.ts";
import { objectAt } from "./json.ts";

/** Longer columns of runs are refused, since they could fill the memory. */
const MAX_ROWS = 2 ** 28;

/** Runs in the order of their rows: for each, the row of the expanded column where it begins, and its length in rows. */
export interface RunArrays {
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

/** The extent of the runs of a column. */
export interface RunsExtent {
  /** How many more rows than values there are. */
  readonly extraRows: number;
  /** The row where the last run begins, and the index of its value; -1 without runs. */
  readonly lastStart: number;
  readonly lastValue: number;
}

/** The runs of a column say which of its values stand for several rows. A result may have millions of them. */
export interface ColumnRuns extends RunArrays, RunsExtent {}

/** Runs that were skipped, to be read later from the source. */
export interface PassedRuns extends RunsExtent {
  /** Whether the runs are in the order of their rows, each once. Only then is the extent known. */
  readonly isOrdered: boolean;
  /** The byte of the source where the first run begins. */
  readonly from: number;
}

/** Receives runs in the order of the text. */
export interface RunTarget {
  add(start: number, length: number): void;
}

/** The `ranges` of a column, parsed. */
export function readRanges(ranges: unknown, place: string): ColumnRuns {
  const runs = new RunsReader();
  for (const [key, length] of Object.entries(objectAt(ranges ?? {}, place))) addWrittenRun(runs, key, length, place);
  return runs.finish(place);
}

/** Adds a member of `ranges` to a target. @throws ResultDecodeError if the key is not a row or the value is not a length */
export function addWrittenRun(runs: RunTarget, key: string, length: unknown, place: string): void {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(key)) {
    throw new ResultDecodeError(place, `the key ${JSON.stringify(key.slice(0, 40))} is not a row: rows count from 0`);
  }
  const start = Number(key);
  const at = placeOfRun(place, start);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
    throw new ResultDecodeError(at, "the length of a run must be a whole number of at least 1");
  }
  if (length > MAX_ROWS) throw tooLong(at, length);
  if (start >= 2 ** 32) throw neverReached(at);
  runs.add(start, length);
}

/** @throws ResultDecodeError if the last run begins after the end of the column */
export function checkEnd({ lastStart, lastValue }: RunsExtent, values: number, place: string): void {
  if (lastValue >= values) throw neverReached(placeOfRun(place, lastStart));
}

/** Counts runs without holding them. */
export class RunsCount implements RunTarget {
  #extraRows = 0;
  #lastStart = -1;
  #lastValue = -1;
  /** The first row after the last run. */
  #free = 0;
  /** A run that begins within the one before it. */
  #covered: number | undefined;
  #isOrdered = true;

  /** Whether the runs came in the order of their rows, each once. Otherwise they must be sorted before they are counted. */
  get isOrdered(): boolean {
    return this.#isOrdered;
  }

  add(start: number, length: number): void {
    if (start <= this.#lastStart) this.#isOrdered = false;
    else if (start < this.#free) this.#covered ??= start;
    this.#lastStart = start;
    this.#lastValue = start - this.#extraRows;
    this.#free = start + length;
    this.#extraRows += length - 1;
  }

  /** @throws ResultDecodeError if a run begins within another, or the runs have too many rows */
  finish(place: string): RunsExtent {
    if (this.#covered !== undefined) {
      throw new ResultDecodeError(placeOfRun(place, this.#covered), "the run before it covers the row where it begins");
    }
    if (this.#extraRows > MAX_ROWS) throw tooLong(place, this.#extraRows);
    return this.extent;
  }

  /** The counts so far, without checks. */
  get extent(): RunsExtent {
    return { extraRows: this.#extraRows, lastStart: this.#lastStart, lastValue: this.#lastValue };
  }
}

/** Collects runs. Each takes eight bytes. */
export class RunsReader implements RunTarget {
  #starts = new Uint32Array(16);
  #lengths = new Uint32Array(16);
  #count = 0;
  #isAscending = true;

  get count(): number {
    return this.#count;
  }

  add(start: number, length: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = new Uint32Array(this.#starts.buffer.transfer(this.#count * 8));
      this.#lengths = new Uint32Array(this.#lengths.buffer.transfer(this.#count * 8));
    }
    if (this.#count > 0 && start <= (this.#starts[this.#count - 1] ?? 0)) this.#isAscending = false;
    this.#starts[this.#count] = start;
    this.#lengths[this.#count++] = length;
  }

  /** @throws ResultDecodeError if a run begins within another, or the runs have too many rows */
  finish(place: string): ColumnRuns {
    const runs = this.inOrder();
    const count = new RunsCount();
    addAll(count, runs);
    return { ...runs, ...count.finish(place) };
  }

  /** The runs so far, sorted. */
  inOrder(): RunArrays {
    if (!this.#isAscending) this.#sort();
    return { starts: this.#starts.slice(0, this.#count), lengths: this.#lengths.slice(0, this.#count) };
  }

  /** Sorts by row. If a key is repeated, the last run counts, as in parsed JSON. */
  #sort(): void {
    const [starts, lengths] = [this.#starts, this.#lengths];
    const order = orderOf(starts, this.#count);
    const last = order.filter((at, place) => starts[at] !== starts[order[place + 1] ?? -1]);
    this.#starts = last.map((at) => starts[at] ?? 0);
    this.#lengths = last.map((at) => lengths[at] ?? 0);
    this.#count = last.length;
    this.#isAscending = true;
  }
}

/** Adds the runs of a list to a target. */
export function addAll(target: RunTarget, { starts, lengths }: RunArrays): void {
  for (let at = 0; at < starts.length; at++) target.add(starts[at] ?? 0, lengths[at] ?? 1);
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
      const place = starts[halfOf(at)] ?? 0;
      sorted[place] = at;
      starts[halfOf(at)] = place + 1;
    }
    order = sorted;
  }
  return order;
}

/** The place of a run in the result. */
function placeOfRun(ranges: string, start: number): string {
  return `${ranges}.${start}`;
}

function neverReached(place: string): ResultDecodeError {
  return new ResultDecodeError(place, "the column ends before the row where this run begins");
}

function tooLong(place: string, rows: number): ResultDecodeError {
  return new ResultDecodeError(place, `the runs have ${rows} rows, more than a table can have`);
}
