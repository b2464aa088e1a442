import type { Clock } from "@analytics-engines/core/basics";

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
