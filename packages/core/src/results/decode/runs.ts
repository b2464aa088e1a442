import { ResultDecodeError } from "../errors.ts";
import { objectAt } from "./json.ts";

/** The longest column that is built from runs: more rows are no table but an attack on memory. */
const MOST_ROWS = 2 ** 28;

/** Which values of a column stand for a run of rows: their keys in numeric order, and the lengths. A result may have millions. */
export interface Runs {
  readonly keys: Uint32Array;
  readonly lengths: Uint32Array;
  /** How many rows there are beyond one for each value. */
  readonly added: number;
}

export const NO_RUNS: Runs = { keys: new Uint32Array(0), lengths: new Uint32Array(0), added: 0 };

/** The `ranges` of a column, parsed. */
export function readRanges(ranges: unknown, place: string): Runs {
  if (ranges === undefined || ranges === null) return NO_RUNS;
  const runs = new RunsReader(place);
  for (const [key, length] of Object.entries(objectAt(ranges, place))) runs.add(key, length);
  return runs.finish();
}

/** Takes runs as they are written, eight bytes each. */
export class RunsReader {
  readonly #place: string;
  #keys: Uint32Array = new Uint32Array(16);
  #lengths: Uint32Array = new Uint32Array(16);
  #count = 0;
  #isAscending = true;

  constructor(place: string) {
    this.#place = place;
  }

  /** @throws ResultDecodeError where they are no index and no count */
  add(key: string, length: unknown): void {
    if (!/^\d{1,15}$/.test(key)) throw new ResultDecodeError(this.#place, `"${key}" is no index`);
    if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
      throw new ResultDecodeError(this.#place, `the length of the run at ${key} is not a whole number from 1 on`);
    }
    if (length > MOST_ROWS) throw tooLong(this.#place, length);
    const index = Number(key);
    if (index >= 2 ** 32) throw new ResultDecodeError(this.#place, "a run has no value");
    this.addRun(index, length);
  }

  /** A run whose index and length are known to be ones. */
  addRun(index: number, length: number): void {
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
    const added = lengths.reduce((sum, length) => sum + length - 1, 0);
    if (added > MOST_ROWS) throw tooLong(this.#place, added);
    return { keys, lengths, added };
  }

  /** By key; of a key that is there twice the last one counts, as in parsed JSON. */
  #sort(): void {
    const [keys, lengths] = [this.#keys, this.#lengths];
    const order = Uint32Array.from({ length: this.#count }, (_, at) => at);
    order.sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other);
    const last = order.filter((at, place) => keys[at] !== keys[order[place + 1] ?? -1]);
    this.#keys = last.map((at) => keys[at] ?? 0);
    this.#lengths = last.map((at) => lengths[at] ?? 0);
    this.#count = last.length;
  }
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
