import { sleep } from "@analytics-engines/core/basics";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { expect, test } from "vitest";
import { createKeyTimers } from "./key-timers.ts";

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
