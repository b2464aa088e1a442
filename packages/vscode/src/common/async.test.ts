import { sleep } from "@analytics-engines/core/basics";
import { createVirtualClock } from "@analytics-engines/core/testing";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createKeyTimers, createPause, createRecent, lazily } from "./async.ts";

describe("a lazy value", () => {
  it("loads at the first call, once for all callers", async () => {
    let loads = 0;
    const get = lazily(async () => {
      loads += 1;
      return { loads };
    });
    expect(loads).toBe(0);
    const [one, other] = await Promise.all([get(), get()]);
    expect(await get()).toBe(one);
    expect(other).toBe(one);
    expect(loads).toBe(1);
  });

  it("loads again after a failure", async () => {
    let loads = 0;
    const get = lazily(async () => {
      loads += 1;
      if (loads === 1) throw new Error("the disk is full");
      return loads;
    });
    await expect(get()).rejects.toThrow("the disk is full");
    await expect(get()).resolves.toBe(2);
  });
});

describe("recent values", () => {
  it("are loaded once, and again after as many others were asked for", async () => {
    const recent = createRecent<string>(2);
    const loads: string[] = [];
    const get = (key: string) =>
      recent(key, async () => {
        loads.push(key);
        return key.toUpperCase();
      });
    expect(await Promise.all([get("a"), get("a"), get("b")])).toEqual(["A", "A", "B"]);
    expect(loads).toEqual(["a", "b"]);
    // The one that was asked for first is asked for again, so that the other goes.
    await get("a");
    await get("c");
    await get("a");
    expect(loads).toEqual(["a", "b", "c"]);
    expect(await get("b")).toBe("B");
    expect(loads).toEqual(["a", "b", "c", "b"]);
  });

  it("load again after a failure", async () => {
    const recent = createRecent<number>(2);
    await expect(recent("a", () => Promise.reject(new Error("the disk is full")))).rejects.toThrow("the disk is full");
    await expect(recent("a", async () => 2)).resolves.toBe(2);
  });
});

test("a new timer of a key replaces the one before, and none acts after dispose", async () => {
  const clock = createVirtualClock();
  const timers = createKeyTimers(clock);
  const calls: string[] = [];
  await clock.run(async () => {
    timers.set("a", 100, () => calls.push("first a"));
    timers.set("a", 200, () => calls.push("second a"));
    timers.set("b", 150, () => calls.push("b"));
    await sleep(clock, 1000);
    timers.set("c", 100, () => calls.push("c"));
    timers.dispose();
    await sleep(clock, 1000);
  });
  expect(calls).toEqual(["b", "second a"]);
});

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
