/**
 * The only source of time. All code that waits or reads the time gets a clock,
 * so that a test plays a run of ten hours in a second, on virtual time.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds. Returns the function that cancels the timer. */
  setTimer(ms: number, callback: () => void): () => void;
}

/** The longest time that `setTimeout` allows, about 24.8 days; a longer timer fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(ms, callback) {
    if (ms > MAX_TIMER_MS) return setLongTimer(ms, callback);
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

function setLongTimer(ms: number, callback: () => void): () => void {
  let cancel = systemClock.setTimer(MAX_TIMER_MS, () => {
    cancel = systemClock.setTimer(ms - MAX_TIMER_MS, callback);
  });
  return () => cancel();
}

/** Resolves after `ms` milliseconds of the clock; rejects with the signal's reason when it is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.setTimer(ms, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
