import type { Clock } from "@analytics-engines/core";

/** A clock that runs so many times as fast as the system's, so that polls and waits take little time. */
export function fastClock(speed: number): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * speed,
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms / speed);
      return () => clearTimeout(timer);
    },
  };
}

/** Limits that leave an answer its real time on a fast clock. */
export const patience = (speed: number) => ({
  attemptTimeoutSeconds: 60 * speed,
  totalTimeoutSeconds: 300 * speed,
});
