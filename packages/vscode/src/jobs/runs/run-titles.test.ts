import { describe, expect, it } from "vitest";
import type { RunRecord } from "../store/history.ts";
import { advanceRun, beginRun } from "../store/run.ts";
import {
  clockText,
  elapsedText,
  nameOfRun,
  remainingText,
  runLabel,
  runTabTitle,
  unitsTitle,
  whenText,
} from "./run-titles.ts";

const startedAt = "2026-11-20T09:57:00.000Z";
const at = (iso: string) => Date.parse(iso);
const local = new Date(startedAt);
const clock = [local.getHours(), local.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");

function record(...files: readonly (readonly [path: string, ...units: string[]])[]): RunRecord {
  return {
    version: 1,
    id: "a".repeat(32),
    connection: { id: "one", name: "One", baseUrl: "https://api.example" },
    startedAt,
    folder: "/run",
    files: files.map(([path, ...units]) => ({
      path,
      family: path.endsWith(".fi.json") ? "fi" : "pa",
      sha256: "",
      parametersSha256: "",
      units,
    })),
  };
}

describe("the times of a run", () => {
  it("are those of this machine, with the day if that is not today", () => {
    expect(clockText(startedAt)).toBe(clock);
    expect(whenText(startedAt, at(startedAt))).toBe(clock);
    expect(whenText(startedAt, at("2026-11-25T09:57:00.000Z"))).toMatch(new RegExp(`20.*, ${clock}$`));
    expect(whenText("yesterday", at(startedAt))).toContain("yesterday");
  });

  it("count until now, or until the end", () => {
    const open = record(["a.pa.json", "u"]);
    expect(elapsedText(open, at("2026-11-20T09:58:05.900Z"))).toBe("1 min 5 s");
    const end = { status: "success", finishedAt: "2026-11-20T09:57:05.100Z", units: 1, succeeded: 1 } as const;
    expect(elapsedText({ ...open, end }, at("2026-11-25T00:00:00Z"))).toBe("5.1 s");
    // The page of the run has the times of its manifest.
    expect(elapsedText({ ...open, end: { ...end, startedAt: "2026-11-20T09:57:00.400Z" } }, 0)).toBe("4.7 s");
    expect(elapsedText({ ...open, end: { ...end, finishedAt: "late" } }, 0)).toBe("");
  });

  it("tell how long the rest takes, once the progress says enough", () => {
    const now = at("2026-11-20T09:58:00.000Z");
    const begun = beginRun(record(["a.pa.json", "u"]));
    const progressed = (progress: number) =>
      advanceRun(begun, { type: "job-progress", key: "a.pa.json", jobId: "j", progress });
    expect([0, 4, 25, 99, 100].map((percent) => remainingText(progressed(percent), now))).toEqual([
      undefined,
      undefined,
      "about 3 min 0 s left",
      "about 1 s left",
      undefined,
    ]);
    expect(remainingText({ ...progressed(25), state: "paused" }, now)).toBeUndefined();
  });
});

describe("the name of a run", () => {
  it.each([
    ["its file", record(["b/a.pa.json", "weights"]), "a.pa.json", "weights"],
    ["its file, whatever its units", record(["a.pa.json", "weights", "x", "y"]), "a.pa.json", "weights and 2 more"],
    ["its file, if that has no units", record(["b/bonds.fi.json", "result"]), "bonds.fi.json", undefined],
    [
      "its first file and the number of others",
      record(["a.pa.json", "u"], ["b.pa.json", "v"]),
      "a.pa.json and 1 more",
      undefined,
    ],
    ["the one that the user gave", { ...record(["a.pa.json", "u"]), name: "Month end" }, "Month end", "u"],
  ])("is %s", (_what, run, name, units) => {
    expect(nameOfRun(run)).toBe(name);
    expect(unitsTitle(run)).toBe(units);
    expect(runLabel(run, at(startedAt))).toBe(`${name} · ${clock}:00`);
    expect(runTabTitle(run)).toBe(`${name} · ${clock}:00`);
    expect(runLabel(run, at("2026-11-25T09:57:00.000Z"))).toMatch(new RegExp(`^${name} · .*20.*, ${clock}:00$`));
  });

  it("begins differently for each file, and ends differently for each run of a file", () => {
    const label = (path: string, iso: string) =>
      runLabel({ ...record([path, "contribution", "weights"]), startedAt: iso }, at(startedAt));
    const times = ["2026-11-20T09:57:00Z", "2026-11-20T09:57:01Z", "2026-11-19T09:57:00Z", "2025-11-19T09:57:00Z"];
    const labels = ["growth.pa.json", "value.pa.json"].flatMap((path) => times.map((iso) => label(path, iso)));
    expect(new Set(labels).size).toBe(labels.length);
    expect(new Set(labels.map((text) => text.slice(0, 10)))).toEqual(new Set(["growth.pa.", "value.pa.j"]));
  });
});
