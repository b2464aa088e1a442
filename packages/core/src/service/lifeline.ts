import type { Clock } from "../clock.ts";

/** What ends one exchange early: the caller's signal, or too long a silence. */
export interface Lifeline {
  /** For the fetch. */
  readonly signal: AbortSignal;
  readonly timedOut: boolean;
  /** `work`, or a rejection as soon as the exchange is to end: also where `work` does not heed the signal. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Allows `seconds` from now on. */
  allow(seconds: number): void;
  /** Stops counting until `allow` is called again: the caller takes its time. */
  pause(): void;
  /** Lets go of the timer and of the caller's signal. */
  end(): void;
}

export function createLifeline(clock: Clock, seconds: number, callerSignal?: AbortSignal): Lifeline {
  const controller = new AbortController();
  let timedOut = false;
  let refuse: (reason: unknown) => void = () => undefined;

  const cut = (reason: unknown) => {
    controller.abort(reason);
    refuse(reason);
  };
  const expire = () => {
    timedOut = true;
    cut(new DOMException("no answer in time", "TimeoutError"));
  };
  const onAbort = () => cut(callerSignal?.reason);
  let stopTimer = clock.setTimer(seconds * 1000, expire);
  callerSignal?.addEventListener("abort", onAbort, { once: true });

  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    within(work) {
      return new Promise((resolve, reject) => {
        refuse = reject;
        work.then(resolve, reject);
        if (controller.signal.aborted) reject(controller.signal.reason);
      });
    },
    allow(more) {
      stopTimer();
      stopTimer = clock.setTimer(more * 1000, expire);
    },
    pause: () => stopTimer(),
    end() {
      stopTimer();
      callerSignal?.removeEventListener("abort", onAbort);
    },
  };
}
