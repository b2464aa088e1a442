import type { Clock } from "@analytics-engines/core";

/** After so many milliseconds the first time, then twice as many each time, until `lastDelayMs`. */
export const firstDelayMs = 1000;
export const lastDelayMs = 64_000;

export interface Reminded {
  /** Whether anybody would see it. */
  isShown(key: string): boolean;
  remind(): void;
}

/**
 * Reminds of what is shown and was not asked for. Later and later, since a reminder may make who was about to ask wait anew; and not for ever,
 * since a user may want none of it.
 */
export class Reminder {
  readonly #outstanding = new Set<string>();
  readonly #clock: Clock;
  readonly #reminded: Reminded;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, reminded: Reminded) {
    this.#clock = clock;
    this.#reminded = reminded;
  }

  /** There is something to ask for. */
  expect(key: string): void {
    this.#outstanding.add(key);
    this.look();
  }

  /** It was asked for, or there is nothing to ask for any more. */
  done(key: string): void {
    this.#outstanding.delete(key);
  }

  /** What is shown may have changed. */
  look(): void {
    this.dispose();
    if (this.#isWanted()) this.#wait(firstDelayMs);
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #isWanted(): boolean {
    return [...this.#outstanding].some((key) => this.#reminded.isShown(key));
  }

  #wait(delayMs: number): void {
    if (delayMs > lastDelayMs) return;
    this.#cancel = this.#clock.setTimer(delayMs, () => {
      if (!this.#isWanted()) return;
      this.#reminded.remind();
      this.#wait(2 * delayMs);
    });
  }
}
