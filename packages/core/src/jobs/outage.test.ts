import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, manyPa, only, requests } from "../../test/support/world.ts";
import { createVirtualClock } from "../testing/index.ts";
import { createOutage } from "./context.ts";
import type { RunEvent } from "./types.ts";

const refused = (code: string) => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("no way there"), { code }) });
};

const first = (count: number, operation: string, fault: string) =>
  Array.from({ length: count }, (_, index) => `${operation}#${index + 1}=${fault}`);

describe("a service that gives no answer", () => {
  it("is reported at the first failure of a create, then every half minute at most, for all jobs together", async () => {
    const world = createWorld();
    const client = clientBefore(world, () => refused("ENOTFOUND"));
    const startedAt = world.clock.now();
    const told: (RunEvent & { at: number })[] = [];
    await world.run(manyPa(5), {
      client,
      onEvent: (event) => void told.push({ ...event, at: (world.clock.now() - startedAt) / 1000 }),
    });
    const words = told.flatMap((event) => (event.type === "unreachable" ? [event] : []));
    expect(words[0]?.reason).toMatch(/^PUT .* ENOTFOUND$/);
    expect(words[0]?.at).toBeLessThan(10);
    expect(words.length).toBeGreaterThan(2);
    for (const [index, { at, seconds }] of words.entries()) {
      expect(seconds).toBe(Math.round(at));
      if (index > 0) expect(at - (words[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(30);
    }
  });

  it("is reported while jobs run, until the service answers", async () => {
    const world = createWorld({ jobSeconds: 400, faults: first(30, "status", "503") });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    const seconds = world.events.flatMap((event) => (event.type === "unreachable" ? [event.seconds] : []));
    expect(seconds.length).toBeGreaterThan(2);
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
    expect(seconds[0]).toBeLessThan(10);
    expect(seconds.at(-1)).toBeLessThan(400);
  });

  it("does not count refusals and limits, which are answers", async () => {
    const world = createWorld({ faults: [...first(3, "create", "429:20"), "status#1=429:5"] });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(world.events.filter(({ type }) => type === "unreachable")).toEqual([]);
  });
});

describe("createOutage", () => {
  it("starts again after an answer, and still reports at most every half minute", () => {
    const clock = createVirtualClock();
    let now = 0;
    const told: number[] = [];
    const outage = createOutage({ ...clock, now: () => now * 1000 }, (event) => {
      if (event.type === "unreachable") told.push(event.seconds);
    });
    const at = (seconds: number, act: () => void) => {
      now = seconds;
      act();
    };
    at(2, () => outage.failed(new Error("away"), 0));
    at(20, () => outage.failed(new Error("away"), 18_000));
    at(32, () => outage.failed(new Error("away"), 30_000));
    at(40, () => outage.answered());
    at(50, () => outage.failed(new Error("away"), 49_000));
    at(63, () => outage.failed(new Error("away"), 60_000));
    // The system clock is set back by an hour.
    at(63 - 3600, () => outage.failed(new Error("away"), -3_540_000));
    expect(told).toEqual([2, 32, 14, 0]);
  });
});
