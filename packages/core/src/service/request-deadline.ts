import type { Clock } from "../clock.ts";

/** Ends one request early: by the caller's signal, or after a time limit on the clock of the client. */
export class RequestDeadline {
  readonly #clock: Clock;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #stopTimer: () => void = () => undefined;
  #refuse: ((reason: unknown) => void) | undefined;
  #timedOut = false;
  #seconds = Infinity;
  readonly #onAbort = () => this.#cut(this.#callerSignal?.reason);

  /** There is no time limit before the first `allow`. */
  constructor(clock: Clock, callerSignal?: AbortSignal) {
    this.#clock = clock;
    this.#callerSignal = callerSignal;
    callerSignal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** For the fetch. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** The last time limit. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Settles as `work` does, or rejects as soon as the request ends early, even if `work` ignores the signal. */
  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      work.then(resolve, reject);
      if (this.signal.aborted) reject(this.signal.reason);
    });
  }

  /** Sets the time limit, counted from now. */
  allow(seconds: number): void {
    this.#stopTimer();
    this.#seconds = seconds;
    this.#stopTimer = this.#clock.setTimer(seconds * 1000, () => {
      this.#timedOut = true;
      this.#cut(new DOMException("no answer in time", "TimeoutError"));
    });
  }

  /** Removes the time limit until the next `allow`. */
  pause(): void {
    this.#stopTimer();
  }

  /** Removes the timer and the listener. */
  end(): void {
    this.#stopTimer();
    this.#callerSignal?.removeEventListener("abort", this.#onAbort);
  }

  #cut(reason: unknown): void {
    this.#controller.abort(reason);
    this.#refuse?.(reason);
  }
}
