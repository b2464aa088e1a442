import { type PassedRuns, type Runs, RunsReader, type RunTarget } from "../decode/runs.ts";
import { walkStream } from "../stream/cursor.ts";
import { readSomeRuns } from "../stream/read-runs.ts";
import type { ByteSource } from "./byte-source.ts";

/** So many bytes a run has at least: `"0":1,`. */
const BYTES_OF_RUN = 6;

/** The runs of a column by index: those that are held at once, others as many at a time as so many bytes of `ranges` have at most. */
export async function* runBatches(
  source: ByteSource,
  place: string,
  runs: Runs | PassedRuns,
  bytes: number,
): AsyncGenerator<Runs> {
  if ("keys" in runs) yield runs;
  else if (runs.isOrdered) yield* asWritten(source, place, runs.from, bytes);
  else yield* inOrder(source, place, runs.from, Math.ceil(bytes / BYTES_OF_RUN));
}

/** Those that are in order, from where the ones before ended. */
async function* asWritten(source: ByteSource, place: string, from: number, bytes: number): AsyncGenerator<Runs> {
  for (let at = from, isLast = false; !isLast; ) {
    const runs = new RunsReader(place);
    isLast = await walkStream(source(at), function* (cursor) {
      const ended = yield* readSomeRuns(cursor, place, runs, bytes);
      at += cursor.offset;
      return ended;
    });
    yield runs.finish();
  }
}

/** Those that are in no order: all of them are read for each batch, and the next ones by index are kept. */
async function* inOrder(source: ByteSource, place: string, from: number, count: number): AsyncGenerator<Runs> {
  for (let after = -1, isLast = false; !isLast; ) {
    const next = new NextRuns(place, after, count);
    await walkStream(source(from), (cursor) => readSomeRuns(cursor, place, next, Number.POSITIVE_INFINITY));
    const runs = next.finish();
    yield runs;
    after = runs.keys.at(-1) ?? after;
    isLast = runs.keys.length < count;
  }
}

/** Holds the first runs after an index, so many of them, while twice as many are looked at. */
class NextRuns implements RunTarget {
  readonly #place: string;
  readonly #after: number;
  readonly #most: number;
  #held: RunsReader;
  /** Where as many are held as are wanted, the last of them. */
  #bound = Number.POSITIVE_INFINITY;

  constructor(place: string, after: number, most: number) {
    this.#place = place;
    this.#after = after;
    this.#most = most;
    this.#held = new RunsReader(place);
  }

  add(index: number, length: number): void {
    if (index <= this.#after || index > this.#bound) return;
    this.#held.add(index, length);
    if (this.#held.count >= this.#most * 2) this.#keepFirst();
  }

  finish(): Runs {
    this.#keepFirst();
    return this.#held.finish();
  }

  #keepFirst(): void {
    const { keys, lengths } = this.#held.finish();
    this.#held = new RunsReader(this.#place);
    const count = Math.min(keys.length, this.#most);
    for (let at = 0; at < count; at++) this.#held.add(keys[at] ?? 0, lengths[at] ?? 1);
    if (count === this.#most) this.#bound = keys[count - 1] ?? this.#bound;
  }
}
