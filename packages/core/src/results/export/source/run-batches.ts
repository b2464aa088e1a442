import { readByteStream } from "../../../json/cursor.ts";
import type { ByteSource } from "../../byte-source.ts";
import {
  addAll,
  type ColumnRuns,
  type PassedRuns,
  type RunArrays,
  RunsReader,
  type RunTarget,
} from "../../stach/decode/runs.ts";
import { readSomeRuns } from "../../stach/stream/read-runs.ts";

/** The fewest bytes of a run: `"0":1,`. */
const BYTES_OF_RUN = 6;

/** The runs of a column by row: all at once if they are in memory, else as many at a time as fit into `bytes` bytes of `ranges`. */
export async function* runBatches(
  source: ByteSource,
  place: string,
  runs: ColumnRuns | PassedRuns,
  bytes: number,
): AsyncGenerator<RunArrays> {
  if ("starts" in runs) yield runs;
  else if (runs.isOrdered) yield* asWritten(source, place, runs.from, bytes);
  else yield* inOrder(source, place, runs.from, Math.ceil(bytes / BYTES_OF_RUN));
}

/** Reads runs that are in order, each batch from the end of the one before. */
async function* asWritten(source: ByteSource, place: string, from: number, bytes: number): AsyncGenerator<RunArrays> {
  for (let at = from, isLast = false; !isLast; ) {
    const runs = new RunsReader();
    isLast = await readByteStream(source(at), function* (cursor) {
      const ended = yield* readSomeRuns(cursor, place, runs, bytes);
      at += cursor.offset;
      return ended;
    });
    yield runs.inOrder();
  }
}

/** Reads runs that are not in order: for each batch it reads all of them, and keeps the next ones by row. */
async function* inOrder(source: ByteSource, place: string, from: number, count: number): AsyncGenerator<RunArrays> {
  for (let after = -1, isLast = false; !isLast; ) {
    const next = new NextRuns(after, count);
    await readByteStream(source(from), (cursor) => readSomeRuns(cursor, place, next, Number.POSITIVE_INFINITY));
    const runs = next.finish();
    yield runs;
    after = runs.starts.at(-1) ?? after;
    isLast = runs.starts.length < count;
  }
}

/** Keeps the first runs after a row. At most twice as many are in memory. */
class NextRuns implements RunTarget {
  readonly #after: number;
  readonly #most: number;
  #reader = new RunsReader();
  /** The row of the last run that is needed, once there are enough. */
  #bound = Number.POSITIVE_INFINITY;

  constructor(after: number, most: number) {
    this.#after = after;
    this.#most = most;
  }

  add(start: number, length: number): void {
    if (start <= this.#after || start > this.#bound) return;
    this.#reader.add(start, length);
    if (this.#reader.count >= this.#most * 2) this.#keepFirst();
  }

  finish(): RunArrays {
    this.#keepFirst();
    return this.#reader.inOrder();
  }

  #keepFirst(): void {
    const { starts, lengths } = this.#reader.inOrder();
    this.#reader = new RunsReader();
    const count = Math.min(starts.length, this.#most);
    addAll(this.#reader, { starts: starts.subarray(0, count), lengths });
    if (count === this.#most) this.#bound = starts[count - 1] ?? this.#bound;
  }
}
