import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streamOf } from "../../../../test/support/tables/stream-of.ts";
import { readWholeBytes } from "../../../json/cursor.ts";
import { readRanges } from "../../stach/decode/runs.ts";
import { skimRuns } from "../../stach/stream/skim.ts";
import { runBatches } from "./run-batches.ts";

/** All runs of the text, in batches of `bytes` bytes, and how many runs each batch had. */
async function batched(json: string, bytes: number, size: number) {
  const all = new TextEncoder().encode(json);
  const source = (from: number) => streamOf(all.subarray(from), size);
  const runs: [number, number][] = [];
  const counts: number[] = [];
  for await (const { starts, lengths } of runBatches(source, "ranges", passed(json), bytes)) {
    counts.push(starts.length);
    for (const [at, start] of starts.entries()) runs.push([start, lengths[at] ?? 0]);
  }
  return { runs, counts };
}

function passed(json: string) {
  return readWholeBytes(new TextEncoder().encode(json), (cursor) => skimRuns(cursor, "ranges"));
}

describe("runs read some at a time", () => {
  it("are those of the parsed JSON by row, in whatever order they are written, and the last one of each key", async () => {
    const member = fc.tuple(fc.oneof(fc.nat(20), fc.nat(100_000)), fc.integer({ min: 1, max: 9 }));
    const members = fc.array(member, { maxLength: 60 });
    const inOrder = members.map((all) => [...new Map(all)].sort(([one], [other]) => one - other));
    const sizes = [fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 })] as const;
    await fc.assert(
      fc.asyncProperty(fc.oneof(members, inOrder), ...sizes, async (all, bytes, size) => {
        const json = `{${all.map(([key, length]) => `"${key * 10}":${length}`).join(",")}}`;
        const expected = new Map(all.map(([key, length]) => [key * 10, length]));
        const { runs, counts } = await batched(json, bytes, size);
        expect(runs).toEqual([...expected].sort(([one], [other]) => one - other));
        // A run takes six bytes at least.
        expect(Math.max(0, ...counts)).toBeLessThanOrEqual(Math.ceil(bytes / 6));
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it("are counted without keeping them: the added rows, and the row and the value of the last run", () => {
    expect(passed('{"0":3,"7":8}')).toEqual({ extraRows: 9, lastStart: 7, lastValue: 5, isOrdered: true, from: 1 });
    expect(passed('{ "0":3}')).toMatchObject({ from: 2 });
    expect(() => passed('{"0":3,"2":2}')).toThrow("ranges.2: the run before it covers the row where it begins");
    expect(passed('{"2":3,"0":2}')).toMatchObject({ isOrdered: false });
    expect(passed('{"2":3,"2":2}')).toMatchObject({ isOrdered: false });
    expect(passed("{ }")).toEqual(readRanges({}, "ranges"));
    expect(passed("null ")).toEqual(readRanges({}, "ranges"));
  });
});
