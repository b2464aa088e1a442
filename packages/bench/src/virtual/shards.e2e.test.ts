import { createVirtualClock } from "@analytics-engines/core/testing";
import { describe, expect, it } from "vitest";
import { simulate } from "./shards.ts";
import { createUnitService } from "./unit-service.ts";

describe("shards with their shares of one limit", () => {
  it.each([2, 8])("get every result of every job without a 429, on %i shards", async (shards) => {
    const { refused, requests, seconds, bound } = await simulate({ jobs: 40, shards, limit: 50 });
    expect(refused).toBe(0);
    // Each job takes at least a create, a status read and ten results, which is ten windows.
    expect(requests).toBeGreaterThanOrEqual(40 * 12);
    expect(bound).toBeGreaterThanOrEqual(540);
    expect(seconds).toBeGreaterThanOrEqual(bound);
    expect(seconds).toBeLessThan(2 * bound);
  });

  it("end about as soon as an oracle would end them, where requests are scarce until the last jobs", async () => {
    const { refused, seconds, bound } = await simulate({ jobs: 125, shards: 8, limit: 300, concurrency: 20 });
    expect(refused).toBe(0);
    expect(seconds / bound).toBeLessThan(1.1);
  });

  it("run against a service that refuses requests above its limit", async () => {
    const clock = createVirtualClock();
    const service = createUnitService({ clock, limit: 2, windowSeconds: 60, jobs: [], unitsPerJob: 1 });
    const ask = async () => {
      const { status, headers } = await service.fetch(new Request("https://service.example/"));
      return [status, headers.get("retry-after")];
    };
    expect([await ask(), await ask(), await ask()]).toEqual([
      [404, null],
      [404, null],
      [429, "60"],
    ]);
    expect(service.requests).toBe(3);
  });
});
