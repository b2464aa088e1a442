import { brotliCompressSync, constants } from "node:zlib";
import { familyIds } from "@analytics-engines/core/basics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../files/open-file.ts";
import {
  decodePlan,
  digestPlan,
  digestShard,
  dividePlan,
  encodePlan,
  MAX_PLAN_LENGTH,
  markOf,
  planHeadline,
} from "./plan.ts";

const plans = fc
  .array(
    fc.record({
      path: fc.string({ unit: "binary" }),
      family: fc.constantFrom(...familyIds),
      shard: fc.integer({ min: 1, max: 9 }),
      mark: fc.stringMatching(/^[\w-]{3}$/),
    }),
  )
  .map((files) => ({ commit: "c".repeat(40), files, digests: Array.from({ length: 9 }, (_, index) => `${index}`) }));

describe("the text of a plan", () => {
  it("is one word that neither a shell nor YAML sees anything in, and reads back as the plan, whatever files are called", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const text = encodePlan(plan);
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodePlan(text, "Input plan")).toEqual(plan);
      }),
    );
  });

  it("holds ten thousand files", () => {
    const desks = ["equity", "fixed-income", "multi-asset", "overlay"];
    const files = Array.from({ length: 10_000 }, (_, index) => ({
      path: `parameters/${desks[index % 4]}/fund-${String(Math.floor(index / 4)).padStart(5, "0")}/performance-attribution.pa.json`,
      family: "pa" as const,
      shard: 1 + ((index * 7919) % 64),
      mark: markOf({ parametersSha256: sha256(`${index}`) }),
    }));
    const text = encodePlan({
      commit: "c".repeat(40),
      files,
      digests: Array.from({ length: 64 }, () => digestShard([])),
    });
    expect(text.length).toBeLessThan(MAX_PLAN_LENGTH / 2);
  });

  it("refuses what is no plan", () => {
    const compressed = (value: unknown) => brotliCompressSync(JSON.stringify(value)).toString("base64url");
    const good = { version: 1, commit: "c", digests: ["d"], paths: ["p"], families: ["pa"], shards: [1], marks: "abc" };
    expect(decodePlan(compressed(good), "Input plan").files).toEqual([
      { path: "p", family: "pa", shard: 1, mark: "abc" },
    ]);
    const bad = [
      "",
      "plan",
      "$(id)",
      compressed("text"),
      compressed(null),
      ...[
        { version: 2 },
        { commit: 1 },
        { digests: [1] },
        { paths: "p" },
        { families: ["nope"] },
        { shards: [2] },
        { shards: [0] },
        { shards: [] },
        { marks: "ab" },
        { marks: "abcd" },
      ].map((change) => compressed({ ...good, ...change })),
    ];
    for (const text of bad) expect(() => decodePlan(text, "Input plan"), text).toThrow("Input plan is not a plan");
  });

  it("is not unpacked without end", () => {
    // The best quality takes seconds, and this test does not need it.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    const bomb = brotliCompressSync(Buffer.alloc(80 * 1024 * 1024, " "), { params }).toString("base64url");
    expect(bomb.length).toBeLessThan(MAX_PLAN_LENGTH);
    expect(() => decodePlan(bomb, "Input plan")).toThrow("Input plan is not a plan");
  });

  it("has a digest that changes with the files, their division and their parameters, and not with the commit", () => {
    const plan = {
      commit: "c",
      files: [{ path: "p", family: "pa", shard: 1, mark: "abc" }],
      digests: ["d", "e"],
    } as const;
    expect(digestPlan({ ...plan, commit: "other" })).toBe(digestPlan(plan));
    expect(digestPlan({ ...plan, digests: ["d", "f"] })).not.toBe(digestPlan(plan));
    expect(digestPlan({ ...plan, files: [{ ...plan.files[0], shard: 2 }] })).not.toBe(digestPlan(plan));
    expect(digestPlan({ ...plan, files: [{ ...plan.files[0], path: "q" }] })).not.toBe(digestPlan(plan));
    expect(digestPlan({ ...plan, files: [{ ...plan.files[0], family: "spar" }] })).not.toBe(digestPlan(plan));
  });
});

it("says why a plan has fewer shards than it was asked for: no shard is without a job", () => {
  const job = { family: "pa" as const, units: 2, sha256: "a", parametersSha256: "b" };
  const files = ["a", "b", "c"].map((name) => ({
    path: `${name}.pa.json`,
    file: `${name}.pa.json`,
    issues: [],
    problem: undefined,
    job,
  }));
  const selection = { commit: "c".repeat(40), base: undefined, unchanged: 0, files };
  const headline = "3 files with 6 units of commit cccccccccccc, in";
  expect(planHeadline(dividePlan(selection, { shards: 4 }, 64))).toBe(
    `${headline} 3 shards. A shard has at least one job, so 3 jobs fill no 4 shards.`,
  );
  expect(planHeadline(dividePlan(selection, { shards: 2 }, 64))).toBe(`${headline} 2 shards.`);
});
