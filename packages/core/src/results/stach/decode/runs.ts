import { ResultDecodeError } from "../../../json/errors.ts";
import { objectAt } from "./json.ts";

/** The longest column that is built from runs: more rows are no table but an attack on memory. */
const MOST_ROWS = 2 ** 28;

/** Runs in the order of their rows: the row of the whole column where each begins, and of how many rows it is. */
export interface RunArrays {
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
}

/** What is known of the runs of a column that are not held. */
export interface RunsExtent {
  /** How many rows there are beyond one for each value. */
  readonly added: number;
  /** The row where the last run begins, and the index of its value; -1 without runs. */
  readonly lastStart: number;
  readonly lastValue: number;
}

/** Which values of a column stand for a run of rows. A result may have millions. */
export interface ColumnRuns extends RunArrays, RunsExtent {}

/** Runs that were passed over: of any number, and read again where they stand. */
export interface PassedRuns extends RunsExtent {
  /** The extent is known only where they are in the order of their rows, and none is there twice. */
  readonly isOrdered: boolean;
  /** The byte of the source where the first of them begins. */
  readonly from: number;
}

/** Takes runs as they are written. */
export interface RunTarget {
  add(start: number, length: number): void;
}

/** The `ranges` of a column, parsed. */
export function readRanges(ranges: unknown, place: string): ColumnRuns {
  const runs = new RunsReader();
  for (const [key, length] of Object.entries(objectAt(ranges ?? {}, place))) addWrittenRun(runs, key, length, place);
  return runs.finish(place);
}

/** Takes a member of ranges. @throws ResultDecodeError where its key is no row or its value no length */
export function addWrittenRun(runs: RunTarget, key: string, length: unknown, place: string): void {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(key)) {
    throw new ResultDecodeError(
      place,
      `the key ${JSON.stringify(key.slice(0, 40))} is no row: rows are counted from 0`,
    );
  }
  const start = Number(key);
  const at = placeOfRun(place, start);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
    throw new ResultDecodeError(at, "the length of a run is a whole number from 1 on");
  }
  if (length > MOST_ROWS) throw tooLong(at, length);
  if (start >= 2 ** 32) throw neverReached(at);
  runs.add(start, length);
}

/** @throws ResultDecodeError where the last run begins after the values of the column have ended */
export function checkEnd({ lastStart, lastValue }: RunsExtent, values: number, place: string): void {
  if (lastValue >= values) throw neverReached(placeOfRun(place, lastStart));
}

/** Counts runs and holds none. */
export class RunsCount implements RunTarget {
  #added = 0;
  #lastStart = -1;
  #lastValue = -1;
  /** The first row after the last run. */
  #free = 0;
  /** A run that begins within the one before it. */
  #covered: number | undefined;
  #isOrdered = true;

  /** Whether they came in the order of their rows, none of them twice; where not, they have to be put in order to be counted. */
  get isOrdered(): boolean {
    return this.#isOrdered;
  }

  add(start: number, length: number): void {
    if (start <= this.#lastStart) this.#isOrdered = false;
    else if (start < this.#free) this.#covered ??= start;
    this.#lastStart = start;
    this.#lastValue = start - this.#added;
    this.#free = start + length;
    this.#added += length - 1;
  }

  /** @throws ResultDecodeError where one begins within another, or they stand for more rows than any table has */
  finish(place: string): RunsExtent {
    if (this.#covered !== undefined) {
      throw new ResultDecodeError(placeOfRun(place, this.#covered), "the run before it covers the row where it begins");
    }
    if (this.#added > MOST_ROWS) throw tooLong(place, this.#added);
    return this.extent;
  }

  /** What was counted, whether it can be or not. */
  get extent(): RunsExtent {
    return { added: this.#added, lastStart: this.#lastStart, lastValue: this.#lastValue };
  }
}

/** Holds runs, eight bytes each. */
export class RunsReader implements RunTarget {
  #starts: Uint32Array = new Uint32Array(16);
  #lengths: Uint32Array = new Uint32Array(16);
  #count = 0;
  #isAscending = true;

  get count(): number {
    return this.#count;
  }

  add(start: number, length: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = sized(this.#starts, this.#count * 2);
      this.#lengths = sized(this.#lengths, this.#count * 2);
    }
    if (this.#count > 0 && start <= (this.#starts[this.#count - 1] ?? 0)) this.#isAscending = false;
    this.#starts[this.#count] = start;
    this.#lengths[this.#count++] = length;
  }

  /** @throws ResultDecodeError where one begins within another, or they stand for more rows than any table has */
  finish(place: string): ColumnRuns {
    const runs = this.inOrder();
    const count = new RunsCount();
    addAll(count, runs);
    return { ...runs, ...count.finish(place) };
  }

  /** Those that were added so far. */
  inOrder(): RunArrays {
    if (!this.#isAscending) this.#sort();
    return { starts: sized(this.#starts, this.#count), lengths: sized(this.#lengths, this.#count) };
  }

  /** By row; of a key that is there twice the last one counts, as in parsed JSON. */
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

/** The places of the first keys in the order of the keys, those of equal ones as they come: by their low half, then by their high one. */
function orderOf(keys: Uint32Array, count: number): Uint32Array {
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

/** Where a run stands in the result. */
function placeOfRun(ranges: string, start: number): string {
  return `${ranges}.${start}`;
}

function neverReached(place: string): ResultDecodeError {
  return new ResultDecodeError(place, "the column ends before the row where this run begins");
}

function tooLong(place: string, rows: number): ResultDecodeError {
  return new ResultDecodeError(place, `runs of ${rows} rows`);
}

function sized(list: Uint32Array, length: number): Uint32Array {
  if (list.length >= length) return list.slice(0, length);
  const longer = new Uint32Array(length);
  longer.set(list);
  return longer;
}
