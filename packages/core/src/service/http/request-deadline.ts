import type { Clock } from "../../clock.ts";

/** A timer that is later than this, or than this share of its time, was held up: the process or machine was paused, or the clock was set. */
const LEAP_MS = 500;
const LEAP_SHARE = 0.05;
/** In the last part of a limit, bytes that have arrived reach the reader, also through a decoder on another thread. */
const LAST_MS = 250;
/** The last part begins again this often if the process was held up in it. */
const LAST_TRIES = 3;

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

  /**
   * Sets the time limit, counted from now. While the process or the machine is paused (Ctrl+Z, a container, the lid of a laptop), the answer may
   * arrive in the buffer of the socket. So the limit begins again after a pause, and what has arrived is read before the request ends.
   */
  allow(seconds: number): void {
    this.#seconds = seconds;
    const limitMs = seconds * 1000;
    const lastMs = Math.min(LAST_MS, limitMs / 2);
    this.#setTimer(limitMs - lastMs, (lateMs) => {
      if (lateMs > Math.max(LEAP_MS, LEAP_SHARE * limitMs)) this.allow(seconds);
      else this.#endAfter(lastMs, LAST_TRIES);
    });
  }

  #endAfter(lastMs: number, tries: number): void {
    this.#setTimer(lastMs, (lateMs) => {
      if (tries > 1 && lateMs > lastMs / 2) {
        this.#endAfter(lastMs, tries - 1);
        return;
      }
      this.#timedOut = true;
      this.#cut(new DOMException("no answer in time", "TimeoutError"));
    });
  }

  #setTimer(ms: number, callback: (lateMs: number) => void): void {
    const dueAt = this.#clock.now() + ms;
    this.#stopTimer();
    this.#stopTimer = this.#clock.setTimer(ms, () => callback(this.#clock.now() - dueAt));
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
