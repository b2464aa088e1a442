/**
 * The only source of time. Everything that waits or stamps a time is handed a clock,
 * so that a run of ten hours is tested in a second on virtual time.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds. Returns what takes the timer back. */
  setTimer(ms: number, callback: () => void): () => void;
}

/** The longest time that `setTimeout` takes, about 24.8 days; what is longer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(ms, callback) {
    if (ms > LONGEST_MS) return setLongTimer(ms, callback);
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

function setLongTimer(ms: number, callback: () => void): () => void {
  let cancel = systemClock.setTimer(LONGEST_MS, () => {
    cancel = systemClock.setTimer(ms - LONGEST_MS, callback);
  });
  return () => cancel();
}

/**
 * Resolves after `ms` milliseconds of the clock; rejects with the signal's reason as soon as it is aborted.
 */
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
