import { ResultDecodeError } from "../errors.ts";
import { objectAt } from "./json.ts";

/** The longest column that is built from runs: more rows are no table but an attack on memory. */
const MOST_ROWS = 2 ** 28;

/**
 * What the keys of ranges count. Results are described as counting the values as written, while some writers count the rows that they
 * stand for; the two read the same with one run at the start, and differ from the second run on.
 */
export type Counting = "values" | "rows";

/** What is known of the runs of a column that are not held. */
export interface RunsExtent {
  /** How many rows there are beyond one for each value. */
  readonly added: number;
  /** The last index among the values by each counting of the keys: -1 without runs, nothing where the keys cannot count so. */
  readonly last: Readonly<Record<Counting, number | undefined>>;
}

/** Which values of a column stand for a run of rows: their keys in numeric order, and the lengths. A result may have millions. */
export interface Runs extends RunsExtent {
  readonly keys: Uint32Array;
  readonly lengths: Uint32Array;
}

/** Runs that were passed over: of any number, and read again where they stand. */
export interface PassedRuns extends RunsExtent {
  /** Counts only where they are in numeric order, and none is there twice. */
  readonly isOrdered: boolean;
  /** The byte of the source where the first of them begins. */
  readonly from: number;
}

/** Takes runs as they are written. */
export interface RunTarget {
  add(index: number, length: number): void;
}

/** The `ranges` of a column, parsed. */
export function readRanges(ranges: unknown, place: string): Runs {
  const runs = new RunsReader(place);
  for (const [key, length] of Object.entries(objectAt(ranges ?? {}, place))) addRun(runs, key, length, place);
  return runs.finish();
}

/** Takes a member of ranges. @throws ResultDecodeError where it is no index and no count */
export function addRun(runs: RunTarget, key: string, length: unknown, place: string): void {
  if (!/^\d{1,15}$/.test(key)) throw new ResultDecodeError(place, `"${key}" is no index`);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
    throw new ResultDecodeError(place, `the length of the run at ${key} is not a whole number from 1 on`);
  }
  if (length > MOST_ROWS) throw tooLong(place, length);
  const index = Number(key);
  if (index >= 2 ** 32) throw new ResultDecodeError(place, "a run has no value");
  runs.add(index, length);
}

/** The keys of runs as indexes among the values, where the runs before them stand for so many rows more than values. */
export function indexesOf({ keys, lengths }: Runs, counting: Counting, addedBefore: number): Uint32Array {
  if (counting === "values") return keys;
  let added = addedBefore;
  return keys.map((key, at) => {
    const index = key - added;
    added += (lengths[at] ?? 1) - 1;
    return index;
  });
}

/** Counts runs and holds none. */
export class RunsCount implements RunTarget {
  #added = 0;
  #last = -1;
  #lastByRows: number | undefined = -1;
  #isOrdered = true;

  /** Whether the keys came in numeric order, none of them twice; where not, the runs have to be put in order to be counted. */
  get isOrdered(): boolean {
    return this.#isOrdered;
  }

  add(index: number, length: number): void {
    if (index <= this.#last) this.#isOrdered = false;
    this.#last = index;
    if (this.#lastByRows !== undefined) {
      const byRows = index - this.#added;
      this.#lastByRows = byRows > this.#lastByRows ? byRows : undefined;
    }
    this.#added += length - 1;
  }

  /** @throws ResultDecodeError where they stand for more rows than any table has */
  finish(place: string): RunsExtent {
    if (this.#added > MOST_ROWS) throw tooLong(place, this.#added);
    return { added: this.#added, last: { values: this.#last, rows: this.#lastByRows } };
  }
}

/** Holds runs, eight bytes each. */
export class RunsReader implements RunTarget {
  readonly #place: string;
  #keys: Uint32Array = new Uint32Array(16);
  #lengths: Uint32Array = new Uint32Array(16);
  #count = 0;
  #isAscending = true;

  constructor(place: string) {
    this.#place = place;
  }

  get count(): number {
    return this.#count;
  }

  add(index: number, length: number): void {
    if (this.#count === this.#keys.length) {
      this.#keys = sized(this.#keys, this.#count * 2);
      this.#lengths = sized(this.#lengths, this.#count * 2);
    }
    if (this.#count > 0 && index <= (this.#keys[this.#count - 1] ?? 0)) this.#isAscending = false;
    this.#keys[this.#count] = index;
    this.#lengths[this.#count++] = length;
  }

  /** @throws ResultDecodeError where they stand for more rows than any table has */
  finish(): Runs {
    if (!this.#isAscending) this.#sort();
    const keys = sized(this.#keys, this.#count);
    const lengths = sized(this.#lengths, this.#count);
    const count = new RunsCount();
    for (let at = 0; at < keys.length; at++) count.add(keys[at] ?? 0, lengths[at] ?? 1);
    return { keys, lengths, ...count.finish(this.#place) };
  }

  /** By key; of a key that is there twice the last one counts, as in parsed JSON. */
  #sort(): void {
    const [keys, lengths] = [this.#keys, this.#lengths];
    const order = orderOf(keys, this.#count);
    const last = order.filter((at, place) => keys[at] !== keys[order[place + 1] ?? -1]);
    this.#keys = last.map((at) => keys[at] ?? 0);
    this.#lengths = last.map((at) => lengths[at] ?? 0);
    this.#count = last.length;
    this.#isAscending = true;
  }
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

function tooLong(place: string, rows: number): ResultDecodeError {
  return new ResultDecodeError(place, `runs of ${rows} rows`);
}

function sized(list: Uint32Array, length: number): Uint32Array {
  if (list.length >= length) return list.slice(0, length);
  const longer = new Uint32Array(length);
  longer.set(list);
  return longer;
}
