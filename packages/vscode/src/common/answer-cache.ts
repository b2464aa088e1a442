import type { Clock } from "@analytics-engines/core";

/** A question and its answer, as far as it is known. */
export interface Lookup<T> {
  /** The answer, once it is here. */
  readonly known: T | undefined;
  /** Whether the answer is still to come: not where it is here, and not where the question failed. */
  readonly isAsking: boolean;
  /** Comes with the answer; rejects where the question failed. */
  readonly ready: Promise<T>;
}

/** A question that failed is not asked again for so long: keystrokes and hovers would repeat it without end. */
export const failureSeconds = 30;

interface Entry<T> {
  readonly ready: Promise<T>;
  known: T | undefined;
  isAsking: boolean;
  failedAt: number | undefined;
}

/** Keeps the answers to questions of one sort: each is asked once, and again only a while after it failed. */
export class AnswerCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #clock: Clock;
  readonly #onAnswer: () => void;

  /** `onAnswer` is called after each answer, and each failure. */
  constructor(clock: Clock, onAnswer: () => void) {
    this.#clock = clock;
    this.#onAnswer = onAnswer;
  }

  /** @param anew asks again what is answered, or failed, already; what is being asked is waited for */
  look(key: string, ask: () => Promise<T>, anew = false): Lookup<T> {
    const kept = this.#entries.get(key);
    if (kept && (kept.isAsking || !(anew || this.#mayAskAgain(kept)))) return kept;
    const entry: Entry<T> = { ready: ask(), known: undefined, isAsking: true, failedAt: undefined };
    this.#entries.set(key, entry);
    entry.ready.then(
      (answer) => {
        entry.known = answer;
        entry.isAsking = false;
        this.#onAnswer();
      },
      () => {
        entry.isAsking = false;
        entry.failedAt = this.#clock.now();
        this.#onAnswer();
      },
    );
    return entry;
  }

  #mayAskAgain({ failedAt }: Entry<T>): boolean {
    return failedAt !== undefined && this.#clock.now() - failedAt >= failureSeconds * 1000;
  }
}
