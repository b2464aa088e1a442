import type { Clock } from "../clock.ts";

/** What ends one exchange early: the caller's signal, or too long a silence. */
export class RequestDeadline {
  readonly #clock: Clock;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #stopTimer: () => void;
  #refuse: ((reason: unknown) => void) | undefined;
  #timedOut = false;
  readonly #onAbort = () => this.#cut(this.#callerSignal?.reason);

  constructor(clock: Clock, seconds: number, callerSignal?: AbortSignal) {
    this.#clock = clock;
    this.#callerSignal = callerSignal;
    this.#stopTimer = this.#expireAfter(seconds);
    callerSignal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** For the fetch. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** `work`, or a rejection as soon as the exchange is to end: also where `work` does not heed the signal. */
  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      work.then(resolve, reject);
      if (this.signal.aborted) reject(this.signal.reason);
    });
  }

  /** Allows `seconds` from now on. */
  allow(seconds: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#expireAfter(seconds);
  }

  /** Stops counting until `allow` is called again: the caller takes its time. */
  pause(): void {
    this.#stopTimer();
  }

  /** Lets go of the timer and of the caller's signal. */
  end(): void {
    this.#stopTimer();
    this.#callerSignal?.removeEventListener("abort", this.#onAbort);
  }

  #expireAfter(seconds: number): () => void {
    return this.#clock.setTimer(seconds * 1000, () => {
      this.#timedOut = true;
      this.#cut(new DOMException("no answer in time", "TimeoutError"));
    });
  }

  #cut(reason: unknown): void {
    this.#controller.abort(reason);
    this.#refuse?.(reason);
  }
}
