import { formatSeconds } from "@analytics-engines/runs/progress";
import { describe, expect, it } from "vitest";
import { file, manifest, unit } from "../../test/support/runs.ts";
import { byteText, countOf, dayText } from "../text.ts";
import { runFacts, tabTitle } from "./head/run-head.ts";
import { searchRun, statusCounts } from "./overview/groups.ts";
import { durationText, unitFacts } from "./text.ts";
import { candidates, unitByKey, unitKey, type ViewedRun } from "./viewed-run.ts";

const run = manifest([
  file("books/weights.pa.json", [
    unit("weights", { warnings: ["The benchmark has no holdings"] }),
    unit("risk", { status: "failure", errors: [{ title: "Account not found", detail: "GLOBAL_EQUITY" }] }),
  ]),
  file("books/bonds.fi.json", [unit("result", { status: "lost" })], { family: "fi", status: "failure" }),
  file("books/late.pa.json", [], {
    status: "unknown",
    problem: { code: "job-deadline", message: "The job took too long." },
  }),
]);

const found = (words: string, status?: Parameters<typeof searchRun>[2]) =>
  searchRun(run, words, status).map(({ file: { path }, units }) => [path.slice(6), units.map(({ id }) => id)]);

describe("the search in a run", () => {
  it("finds all units without words", () => {
    expect(found("")).toEqual([
      ["weights.pa.json", ["weights", "risk"]],
      ["bonds.fi.json", ["result"]],
      ["late.pa.json", []],
    ]);
  });

  it("finds words of paths, units, states and messages of the service", () => {
    expect(found("BONDS")).toEqual([["bonds.fi.json", ["result"]]]);
    expect(found("account equity")).toEqual([["weights.pa.json", ["risk"]]]);
    expect(found("holdings")).toEqual([["weights.pa.json", ["weights"]]]);
    expect(found("lost")).toEqual([["bonds.fi.json", ["result"]]]);
    expect(found("too long")).toEqual([["late.pa.json", []]]);
    expect(found("nothing-like-it")).toEqual([]);
  });

  it("finds the units of one state", () => {
    expect(found("", "failure")).toEqual([["weights.pa.json", ["risk"]]]);
    expect(statusCounts(run)).toEqual([
      { status: "failure", count: 1 },
      { status: "lost", count: 1 },
      { status: "success", count: 1 },
    ]);
  });
});

describe("the texts of a page", () => {
  it("have the facts of a run and of a unit", () => {
    const lines = (of: typeof run) =>
      runFacts(of).map(({ name, parts }) => [name, parts.map(({ text }) => text).join("")]);
    expect(lines(run)).toEqual([
      ["Connection", "https://api.vendor.example"],
      ["Started", "2026-11-20 09:00:00 UTC, took 3 min 20 s"],
      ["Tool", "analytics-engines/0.1.0"],
    ]);
    expect(runFacts(run, "Simulator")[0]?.parts).toEqual([{ text: "Simulator" }]);
    const commit = "0123456789".repeat(4);
    const { finishedAt: _, ...unfinished } = { ...run, status: "unknown" as const, provenance: { commit } };
    expect(lines(unfinished).slice(0, 4)).toEqual([
      ["State", "unknown"],
      ["Commit", "0123456"],
      ["Connection", "https://api.vendor.example"],
      ["Started", "2026-11-20 09:00:00 UTC"],
    ]);
    const [first] = run.files;
    const facts =
      first &&
      unitFacts({ file: first, unit: unit("x", { bytes: 1234, dates: { start: "20240131", end: "20240229" } }) });
    expect(facts).toContainEqual(["Dates", "2024-01-31 to 2024-02-29"]);
    expect(facts).toContainEqual(["Size", "1.2 kB"]);
    expect(facts?.map(([name]) => name)).not.toContain("Job");
  });

  it("have the state of a run whose checks failed", () => {
    const counts = { passed: 3, errors: 1, warnings: 2, skipped: 0, unjudged: 0 };
    const stateOf = (of: typeof counts) => runFacts(run, undefined, { counts: of, findings: [] })[0]?.parts[0]?.text;
    expect(stateOf(counts)).toBe("succeeded, 1 check failed, 2 checks warn");
    expect(stateOf({ ...counts, errors: 0, warnings: 0 })).toBe("https://api.vendor.example");
  });

  it("name a run in its tab", () => {
    expect(tabTitle(run)).toBe("Run 2026-11-20 09:00");
    expect(tabTitle({ ...run, name: "nightly" })).toBe("nightly · 2026-11-20 09:00");
  });

  it("says how long it took as the command, the Jobs view and the line above a file do", () => {
    for (const milliseconds of [0, 40, 1_240, 59_940, 59_960, 61_500, 3_599_400, 3_600_000, 90_061_000])
      expect(durationText(milliseconds)).toBe(formatSeconds(milliseconds / 1000));
  });

  it("show sizes, times and counts", () => {
    expect([0, 999, 1000, 123_456, 64_000_000, 5e12].map(byteText)).toEqual([
      "0 B",
      "999 B",
      "1 kB",
      "123 kB",
      "64 MB",
      "5 TB",
    ]);
    expect([500, 12_340, 60_000, 7_500_000, -1].map(durationText)).toEqual([
      "0.5 s",
      "12.3 s",
      "1 min 0 s",
      "2 h 5 min",
      "unknown",
    ]);
    expect([countOf(1, "row"), countOf(1200, "row")]).toEqual(["1 row", "1,200 rows"]);
    expect([dayText("20240131"), dayText("-1M")]).toEqual(["2024-01-31", "-1M"]);
  });

  it("offer the units of an earlier run first for a comparison", () => {
    const stored = { file: "results/x.json" };
    const open: ViewedRun["open"] = async () => ({ kind: "elsewhere", reason: "" });
    const january = manifest([file("a.pa.json", [unit("one", stored), unit("failed")])]);
    const february = manifest([file("a.pa.json", [unit("one", stored), unit("two", stored)])]);
    const [first] = february.files;
    const [one] = first?.units ?? [];
    if (!first || !one) throw new Error("the run has units");
    const keys = (run: ViewedRun) => candidates(run, { file: first, unit: one }).map(({ key }) => key);
    expect(keys({ manifest: february, open })).toEqual(["this:a.pa.json#two"]);
    expect(keys({ manifest: february, open, earlier: { manifest: january, open } })).toEqual([
      "earlier:a.pa.json#one",
      "this:a.pa.json#two",
    ]);
  });

  it("find a unit by its key", () => {
    const [first] = run.files;
    const [, risk] = first?.units ?? [];
    expect(unitByKey(run, "books/weights.pa.json#risk")).toEqual({ file: first, unit: risk });
    expect(first && risk && unitKey({ file: first, unit: risk })).toBe("books/weights.pa.json#risk");
    expect(unitByKey(run, "nothing")).toBeUndefined();
  });
});
