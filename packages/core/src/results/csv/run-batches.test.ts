import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRanges } from "../decode/runs.ts";
import { walkBytes } from "../stream/cursor.ts";
import { skimRuns } from "../stream/skim-runs.ts";
import { streamOf } from "../testing/stream-of.ts";
import { runBatches } from "./run-batches.ts";

/** All runs of the text, read so many bytes at a time, and how many runs each batch had. */
async function batched(json: string, bytes: number, size: number) {
  const all = new TextEncoder().encode(json);
  const source = (from: number) => streamOf(all.subarray(from), size);
  const runs: [number, number][] = [];
  const counts: number[] = [];
  for await (const { keys, lengths } of runBatches(source, "ranges", passed(json), bytes)) {
    counts.push(keys.length);
    for (const [at, key] of keys.entries()) runs.push([key, lengths[at] ?? 0]);
  }
  return { runs, counts };
}

function passed(json: string) {
  return walkBytes(new TextEncoder().encode(json), (cursor) => skimRuns(cursor, "ranges"));
}

describe("runs read some at a time", () => {
  it("are those of the parsed JSON by index, in whatever order they are written, those of one key the last of them", async () => {
    const member = fc.tuple(fc.oneof(fc.nat(20), fc.nat(100_000)), fc.integer({ min: 1, max: 9 }));
    const members = fc.array(member, { maxLength: 60 });
    const inOrder = members.map((all) => [...new Map(all)].sort(([one], [other]) => one - other));
    const sizes = [fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 })] as const;
    await fc.assert(
      fc.asyncProperty(fc.oneof(members, inOrder), ...sizes, async (all, bytes, size) => {
        const json = `{${all.map(([key, length]) => `"${key}":${length}`).join(",")}}`;
        const { keys, lengths } = readRanges(JSON.parse(json), "ranges");
        const { runs, counts } = await batched(json, bytes, size);
        expect(runs).toEqual([...keys].map((key, at) => [key, lengths[at]]));
        // A run takes six bytes at least.
        expect(Math.max(0, ...counts)).toBeLessThanOrEqual(Math.ceil(bytes / 6));
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it("are counted without being held: rows added, and the last index by each counting", () => {
    expect(passed('{"0":3,"3":2}')).toEqual({
      added: 3,
      last: { values: 3, rows: 1 },
      isOrdered: true,
      from: 1,
    });
    // By rows the second would begin within the first.
    expect(passed('{ "0":3,"2":2}')).toMatchObject({ last: { values: 2, rows: undefined }, from: 2 });
    expect(passed('{"2":3,"0":2}')).toMatchObject({ isOrdered: false });
    expect(passed('{"2":3,"2":2}')).toMatchObject({ isOrdered: false });
    expect(passed("{ }")).toEqual(readRanges({}, "ranges"));
    expect(passed("null ")).toEqual(readRanges({}, "ranges"));
  });
});
