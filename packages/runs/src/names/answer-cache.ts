import type { Clock } from "@analytics-engines/core/basics";
import { type DirectoryEntries, isMissingOrForbidden, type NameEntry } from "./service-lists.ts";

/** An answer of the service, as far as it has arrived. */
export interface CachedAnswer<T> {
  /** The answer, once it has arrived. */
  readonly answer: T | undefined;
  /** Whether the request is in progress. False after a failure. */
  readonly isAsking: boolean;
  /** Resolves with the answer; rejects after a failure. */
  readonly ready: Promise<T>;
}

/** A failed request is not repeated for this time: otherwise each keystroke and hover would repeat it. */
export const FAILURE_SECONDS = 30;

type Entry<T> = { -readonly [Name in keyof CachedAnswer<T>]: CachedAnswer<T>[Name] } & { failedAt: number | undefined };

/** Keeps answers by key: each request is sent once, and again only some time after a failure. */
export class AnswerCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #clock: Clock;
  readonly #onAnswer: () => void;

  /** @param onAnswer called after each answer and each failure */
  constructor(clock: Clock, onAnswer: () => void) {
    this.#clock = clock;
    this.#onAnswer = onAnswer;
  }

  /** @param refresh sends the request again, unless it is in progress */
  lookUp(key: string, ask: () => Promise<T>, refresh = false): CachedAnswer<T> {
    const existingEntry = this.#entries.get(key);
    if (existingEntry && (existingEntry.isAsking || !(refresh || this.#mayAskAgain(existingEntry))))
      return existingEntry;
    const entry: Entry<T> = { ready: ask(), answer: undefined, isAsking: true, failedAt: undefined };
    this.#entries.set(key, entry);
    const settle = (change: Partial<Entry<T>>) => {
      Object.assign(entry, change, { isAsking: false });
      this.#onAnswer();
    };
    entry.ready.then(
      (answer) => settle({ answer }),
      () => settle({ failedAt: this.#clock.now() }),
    );
    return entry;
  }

  #mayAskAgain({ failedAt }: Entry<T>): boolean {
    return failedAt !== undefined && this.#clock.now() - failedAt >= FAILURE_SECONDS * 1000;
  }
}

/** The components found by reading documents one after the other. */
export interface ComponentWalk {
  readonly components: readonly NameEntry[];
  /** Settles when the walk stops: at its end, or at a request that failed. Undefined while the walk is stopped. Never rejects. */
  readonly more: Promise<void> | undefined;
}

/** The requests of a walk for one engine. */
interface WalkedNames {
  /** The documents in a directory. */
  directory(path: string): CachedAnswer<DirectoryEntries>;
  componentsOf(document: string): CachedAnswer<readonly NameEntry[]>;
}

/** How many directories and documents a walk reads at most. A user finds a deeper component by typing its path. */
export const MAX_REQUESTS = 40;

type Stop = { readonly directory: string } | { readonly document: string };

/**
 * Reads the components of documents, those nearest to the roots first, with one request at a time: the service lists components only by
 * document. Each call of the returned function starts the walk or continues it.
 */
export function walkComponents(names: WalkedNames, roots: readonly string[]): () => ComponentWalk {
  const queue: Stop[] = roots.map((directory) => ({ directory }));
  const components: NameEntry[] = [];
  let requestCount = 0;
  let walking: Promise<void> | undefined;

  const ask = (stop: Stop) =>
    "directory" in stop ? names.directory(stop.directory) : names.componentsOf(stop.document);
  const next = () => (requestCount < MAX_REQUESTS ? queue[0] : undefined);

  async function walk(): Promise<void> {
    for (let stop = next(); stop; stop = next()) {
      try {
        if ("directory" in stop) {
          const { entries, directories } = await names.directory(stop.directory).ready;
          queue.push(...entries.map((document) => ({ document })), ...directories.map((directory) => ({ directory })));
        } else {
          components.push(...(await names.componentsOf(stop.document).ready));
        }
      } catch (error) {
        // A document that the user may not read is skipped; any other failure stops the walk.
        if (!isMissingOrForbidden(error)) return;
      }
      queue.shift();
      requestCount++;
    }
  }

  return () => {
    const stop = next();
    // After a failure the cache waits before it repeats a request: until then the answer is neither known nor requested.
    const isStuck = stop && !walking && !ask(stop).isAsking && ask(stop).answer === undefined;
    if (stop && !isStuck) {
      walking ??= walk().finally(() => {
        walking = undefined;
      });
    }
    return { components, more: walking };
  };
}
