import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../core/test/support/sample.ts";
import { dealJobs, type WeightedJob } from "./plan.ts";

const file = fc.record({
  path: fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9]{1,6}$/),
  units: fc.integer({ min: 1, max: 40 }),
});
const files = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 300 });
const shards = fc.integer({ min: 1, max: 64 });

function loadsOf(list: readonly WeightedJob[], numbers: readonly number[]): number[] {
  const loads = new Array<number>(Math.max(...numbers)).fill(0);
  for (const [index, number] of numbers.entries())
    loads[number - 1] = (loads[number - 1] ?? 0) + (list[index]?.units ?? 0);
  return loads;
}

describe("dealing jobs to shards", () => {
  it("gives each job one shard, uses every number, and as many shards as asked for at most", () => {
    fc.assert(
      fc.property(files, shards, (list, count) => {
        const numbers = dealJobs(list, count);
        expect(numbers).toHaveLength(list.length);
        const used = [...new Set(numbers)].sort((a, b) => a - b);
        expect(used).toEqual(used.map((_, index) => index + 1));
        expect(used.length).toBeLessThanOrEqual(Math.min(count, list.length));
      }),
    );
  });

  it("says the same however the files are ordered", () => {
    fc.assert(
      fc.property(
        files.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        shards,
        ([list, shuffled], count) => {
          const numbers = new Map(shuffled.map(({ path }, index) => [path, dealJobs(shuffled, count)[index]]));
          expect(list.map(({ path }) => numbers.get(path))).toEqual([...dealJobs(list, count)]);
        },
      ),
      { numRuns: sampleSize(30) },
    );
  });

  it("fills no shard by more than the mean and the largest job", () => {
    fc.assert(
      fc.property(files, shards, (list, count) => {
        const mean = list.reduce((sum, { units }) => sum + units, 0) / Math.min(count, list.length);
        const largest = Math.max(...list.map(({ units }) => units));
        expect(Math.max(...loadsOf(list, dealJobs(list, count)))).toBeLessThan(mean + largest);
      }),
    );
  });

  it("uses all shards where there are many more files than shards", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), fc.nat(), (count, seed) => {
        const list = Array.from({ length: 20 * count }, (_, index) => ({ path: `${seed}/${index}`, units: 1 }));
        const loads = loadsOf(list, dealJobs(list, count));
        expect(loads).toHaveLength(count);
        expect(Math.min(...loads)).toBeGreaterThan(0);
      }),
    );
  });

  it("never changes: a plan can be compared with an earlier one", () => {
    const list = ["a.pa.json", "b.pa.json", "c.quant.json", "d/e.fi.json", "ü.spar.json"].map((path, index) => ({
      path,
      units: 1 + (index % 2),
    }));
    expect(dealJobs(list, 3)).toMatchInlineSnapshot(`
      [
        3,
        1,
        3,
        2,
        1,
      ]
    `);
  });
});
