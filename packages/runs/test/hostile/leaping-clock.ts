import type { Clock } from "@analytics-engines/core/basics";

/** The clock of a process that can be paused. */
export interface LeapingClock extends Clock {
  /** Lets seconds pass in which the process does nothing. Then the timers that became due fire, before anything else happens. */
  leap(seconds: number): void;
}

export function createLeapingClock(clock: Clock): LeapingClock {
  let leptMs = 0;
  const timers = new Map<() => void, { readonly at: number; readonly cancel: () => void }>();
  const now = () => clock.now() + leptMs;
  const fire = (callback: () => void) => {
    timers.get(callback)?.cancel();
    if (timers.delete(callback)) callback();
  };
  return {
    now,
    setTimer(ms, callback) {
      // The same callback may be set twice.
      const own = () => callback();
      timers.set(own, { at: now() + ms, cancel: clock.setTimer(ms, () => fire(own)) });
      return () => {
        timers.get(own)?.cancel();
        timers.delete(own);
      };
    },
    leap(seconds) {
      leptMs += 1000 * seconds;
      const due = [...timers].filter(([, { at }]) => at <= now()).sort(([, a], [, b]) => a.at - b.at);
      for (const [callback] of due) fire(callback);
    },
  };
}
