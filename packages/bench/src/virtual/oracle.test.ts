import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OracleSetting, oracleSeconds } from "./oracle.ts";

const usual: OracleSetting = { shards: [[10, 20, 30]], concurrency: 1, limit: 100, windowSeconds: 60, unitsPerJob: 2 };

describe("an oracle", () => {
  it("needs the time of the jobs where requests are plenty", () => {
    expect(oracleSeconds(usual)).toBe(60);
    expect(oracleSeconds({ ...usual, concurrency: 2 })).toBe(40);
    expect(oracleSeconds({ ...usual, shards: [[10, 20], [30]] })).toBe(30);
  });

  it("needs as many windows as the requests fill where they are scarce", () => {
    // 3 jobs of 4 requests, 3 in each window: the last leave when the fourth window begins.
    expect(oracleSeconds({ ...usual, concurrency: 3, limit: 3 })).toBe(180);
  });

  it("is never faster than the jobs or the requests allow", () => {
    const shard = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 12 });
    const setting = fc.record({
      shards: fc.array(shard, { minLength: 1, maxLength: 5 }),
      concurrency: fc.integer({ min: 1, max: 5 }),
      limit: fc.integer({ min: 1, max: 40 }),
      windowSeconds: fc.constantFrom(10, 60),
      unitsPerJob: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(setting, (one) => {
        const jobs = one.shards.flat();
        const windows = Math.ceil((jobs.length * (2 + one.unitsPerJob)) / one.limit);
        const work = one.shards.map((seconds) => seconds.reduce((sum, each) => sum + each, 0) / one.concurrency);
        const seconds = oracleSeconds(one);
        expect(seconds).toBeGreaterThanOrEqual(Math.max(0, windows - 1) * one.windowSeconds);
        expect(seconds).toBeGreaterThanOrEqual(Math.max(0, ...jobs, ...work) - 1e-6);
      }),
    );
  });
});
