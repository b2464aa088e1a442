import type { Clock } from "@analytics-engines/core";

/** A clock that runs so many times as fast as the one on the wall, so that polling and waiting take little of it. */
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

/** What the wall needs for an answer must not look like a time-out to a fast clock. */
export const patience = (speed: number) => ({
  attemptTimeoutSeconds: 60 * speed,
  totalTimeoutSeconds: 300 * speed,
});
