import type { Clock } from "@analytics-engines/core";

/** The first delay. Each next one is twice as long, up to `lastDelayMs`. */
export const firstDelayMs = 1000;
export const lastDelayMs = 64_000;

export interface Reminded {
  /** Whether the document is visible. */
  isShown(key: string): boolean;
  remind(): void;
}

/**
 * Reminds VS Code of visible documents whose lenses it has not requested. The delays grow, since a reminder restarts VS Code's own delay, and end,
 * since a user may have turned lenses off.
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

  /** Expects a request for a document. */
  expect(key: string): void {
    this.#outstanding.add(key);
    this.check();
  }

  /** The request has come, or is no longer needed. */
  done(key: string): void {
    this.#outstanding.delete(key);
  }

  /** Starts again after a change of the visible documents. */
  check(): void {
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
