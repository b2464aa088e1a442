import { sleep } from "@analytics-engines/core/basics";
import { readSweepInSteps } from "@analytics-engines/core/files";
import { createVirtualClock } from "@analytics-engines/core/testing";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { createKeyTimers, createPause, finishWithPauses, lazily } from "./async.ts";

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

function* stepsOf(count: number, clock: ReturnType<typeof busyClock>) {
  for (let step = 0; step < count; step++) {
    clock.work();
    yield;
  }
  return count;
}

test("work in steps pauses as soon as it has taken 10 ms, and gives its result", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }), async (count, stepMs) => {
      const clock = busyClock(stepMs);
      expect(await finishWithPauses(stepsOf(count, clock), createPause(clock), () => true)).toBe(count);
      expect(clock.busyMs.every((ms) => ms >= 10 && ms < 10 + stepMs)).toBe(true);
      expect(clock.busyMs).toHaveLength(Math.floor(count / Math.ceil(10 / stepMs)));
    }),
  );
});

test("a check of 100,000 rows stops at the next step once its text is stale", async () => {
  const sweep = { template: { componentid: "A" }, rows: "a.csv", id: "{id}", fill: { "/accounts/0/id": "{id}" } };
  const csv = `id\n${Array.from({ length: 100_000 }, (_, row) => `account-${row}`).join("\n")}\n`;
  const steps = readSweepInSteps(JSON.stringify(sweep), "a.pa.sweep.json", {
    files: new Map([["a.csv", { text: csv }]]),
  });
  let looks = 0;
  const isWanted = () => ++looks < 20;
  expect(await finishWithPauses(steps, async () => {}, isWanted)).toBeUndefined();
  expect(looks).toBe(20);
  // The rows that were not read yet.
  let steppedAfterwards = 0;
  while (!steps.next().done) steppedAfterwards++;
  expect(steppedAfterwards).toBeGreaterThan(200);
});
