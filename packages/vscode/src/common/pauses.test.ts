import fc from "fast-check";
import { expect, test } from "vitest";
import { createPause } from "./pauses.ts";

/** A clock on which each look takes some milliseconds, and that notes how long work went on without a pause. */
function busyClock(stepMs: number) {
  let now = 0;
  let resumed = 0;
  const busyMs: number[] = [];
  return {
    busyMs,
    now: () => now,
    work() {
      now += stepMs;
    },
    setTimer(_ms: number, callback: () => void) {
      busyMs.push(now - resumed);
      resumed = now;
      queueMicrotask(callback);
      return () => {};
    },
  };
}

test("work pauses as soon as it has taken 10 ms", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }), async (count, stepMs) => {
      const clock = busyClock(stepMs);
      const pause = createPause(clock);
      for (let step = 0; step < count; step++) {
        clock.work();
        await pause();
      }
      expect(clock.busyMs.every((ms) => ms >= 10 && ms < 10 + stepMs)).toBe(true);
      expect(clock.busyMs).toHaveLength(Math.floor(count / Math.ceil(10 / stepMs)));
    }),
  );
});
