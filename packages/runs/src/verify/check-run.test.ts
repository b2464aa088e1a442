import { describe, expect, it } from "vitest";
import type { Provenance } from "../folder/manifest/manifest.ts";
import { commitProblem } from "./check-run.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";
const problem = (provenance: Provenance | undefined, asked: string) =>
  commitProblem(
    {
      version: 1,
      tool: "test/1",
      service: "https://api.example",
      startedAt: "2026-11-20T09:00:00Z",
      status: "success",
      files: [],
      ...(provenance && { provenance }),
    },
    asked,
  );

describe("the check of a run's commit", () => {
  it.each([commit, commit.slice(0, 7)])("accepts the stated commit as %s", (asked) => {
    expect(problem({ commit }, asked)).toBeUndefined();
    expect(problem({ commit, uncommitted: false }, asked)).toBeUndefined();
  });

  it.each<[string, Provenance | undefined, RegExp]>([
    ["a manifest without provenance", undefined, /states no commit/],
    ["a manifest without a commit", { repository: "house/book" }, /states no commit/],
    ["another commit", { commit: "f".repeat(40) }, /states the commit f{40}, not 0123456\. /],
    ["files that were not committed", { commit, uncommitted: true }, /a parameter file differed from it/],
  ])("refuses %s", (_, provenance, message) => {
    expect(problem(provenance, "0123456")).toMatch(message);
  });
});
