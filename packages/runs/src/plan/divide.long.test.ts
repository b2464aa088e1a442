import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../core/test/support/sample.ts";
import { divide, type WeightedFile } from "./divide.ts";

const file = fc.record({
  path: fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9]{1,6}$/),
  units: fc.integer({ min: 1, max: 40 }),
});
const files = fc.uniqueArray(file, { selector: ({ path }) => path, minLength: 1, maxLength: 300 });
const shards = fc.integer({ min: 1, max: 64 });

function loadsOf(list: readonly WeightedFile[], numbers: readonly number[]): number[] {
  const loads = new Array<number>(Math.max(...numbers)).fill(0);
  for (const [index, number] of numbers.entries())
    loads[number - 1] = (loads[number - 1] ?? 0) + (list[index]?.units ?? 0);
  return loads;
}

describe("divide", () => {
  it("gives each file one shard, uses every number, and as many shards as asked for at most", () => {
    fc.assert(
      fc.property(files, shards, (list, count) => {
        const numbers = divide(list, count);
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
          const numbers = new Map(shuffled.map(({ path }, index) => [path, divide(shuffled, count)[index]]));
          expect(list.map(({ path }) => numbers.get(path))).toEqual([...divide(list, count)]);
        },
      ),
      { numRuns: sampleSize(30) },
    );
  });

  it("fills no shard by more than a tenth above the mean, a step of rounding and the largest file aside", () => {
    fc.assert(
      fc.property(files, shards, (list, count) => {
        const mean = list.reduce((sum, { units }) => sum + units, 0) / Math.min(count, list.length);
        const largest = Math.max(...list.map(({ units }) => units));
        const highest = Math.max(...loadsOf(list, divide(list, count)));
        // If no shard has room, the least filled one takes the file; before that, it has at most the mean.
        expect(highest).toBeLessThanOrEqual(Math.max(1.1 * mean * (1 + 1 / 16) + 1, mean + largest));
      }),
    );
  });

  it("uses all shards where there are many more files than shards", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 32 }), fc.nat(), (count, seed) => {
        const list = Array.from({ length: 20 * count }, (_, index) => ({ path: `${seed}/${index}`, units: 1 }));
        const loads = loadsOf(list, divide(list, count));
        expect(loads).toHaveLength(count);
        expect(Math.min(...loads)).toBeGreaterThan(0);
      }),
    );
  });

  it("moves few files when one is added", () => {
    const list = Array.from({ length: 1000 }, (_, index) => ({
      path: `book/${index}.pa.json`,
      units: 1 + (index % 4),
    }));
    const before = divide(list, 16);
    const moved = Array.from({ length: 100 }, (_, number) => {
      const after = divide([...list, { path: `new/${number}.pa.json`, units: 1 + (number % 4) }], 16);
      return before.filter((shard, index) => after[index] !== shard).length;
    });
    // A division by position would move about nine hundred.
    expect(moved.reduce((sum, each) => sum + each, 0) / moved.length).toBeLessThan(3);
    expect(Math.max(...moved)).toBeLessThan(40);
  });

  it("moves few files when there is a shard more", () => {
    const list = Array.from({ length: 1000 }, (_, index) => ({ path: `book/${index}.pa.json`, units: 1 }));
    const [before, after] = [divide(list, 16), divide(list, 17)];
    // A seventeenth has to move; a division by position would move nearly all.
    expect(before.filter((shard, index) => after[index] !== shard).length).toBeLessThan(200);
  });

  it("never changes: a plan can be compared with an earlier one", () => {
    const list = ["a.pa.json", "b.pa.json", "c.quant.json", "d/e.fi.json", "ü.spar.json"].map((path, index) => ({
      path,
      units: 1 + (index % 2),
    }));
    expect(divide(list, 3)).toMatchInlineSnapshot(`
      [
        2,
        2,
        1,
        1,
        3,
      ]
    `);
  });
});
