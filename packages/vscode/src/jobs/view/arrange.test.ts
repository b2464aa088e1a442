import { describe, expect, it } from "vitest";
import { beginRun, type RunView } from "../store/run.ts";
import type { RunEnd } from "../store/run-record.ts";
import { everyRun, filterRuns, groupRuns, isFiltering } from "./arrange.ts";

function run(id: string, day: number, connection: string, status: RunEnd["status"] | undefined, ...paths: string[]) {
  const open = beginRun({
    version: 1,
    id,
    connection: { id: connection, name: connection, baseUrl: "https://api.example" },
    startedAt: `2026-11-${day}T12:00:00.000Z`,
    folder: "/run",
    files: paths.map((path) => ({ path, family: "pa", sha256: "", parametersSha256: "", units: ["u"] })),
  });
  if (status === undefined) return open;
  const end = { status, finishedAt: open.record.startedAt, units: 1, succeeded: 1 };
  return { record: { ...open.record, end }, state: "finished", jobs: [] } satisfies RunView;
}

const runs = [
  run("open", 23, "One", undefined, "a.pa.json"),
  run("good", 23, "Two", "success", "b.pa.json"),
  run("late", 22, "One", "timed-out", "a.pa.json"),
  run("both", 21, "One", "canceled", "a.pa.json", "b.pa.json"),
];
const idsOf = (some: readonly RunView[]) => some.map(({ record }) => record.id);

describe("the filter of runs", () => {
  it.each([
    ["nothing", {}, ["open", "good", "late", "both"]],
    ["a state", { states: ["failure"] }, ["late"]],
    ["several states", { states: ["active", "canceled"] }, ["open", "both"]],
    ["a connection", { connections: ["Two"] }, ["good"]],
    ["a file, also of a run with others", { files: ["b.pa.json"] }, ["good", "both"]],
    ["all of them together", { states: ["success", "failure"], files: ["a.pa.json"] }, ["late"]],
  ] as const)("by %s", (_what, part, ids) => {
    const filter = { ...everyRun, ...part };
    expect(idsOf(filterRuns(runs, filter))).toEqual(ids);
    expect(isFiltering(filter)).toBe(Object.keys(part).length > 0);
  });
});

describe("the groups of runs", () => {
  it("are the files, each run in one of them", () => {
    expect(groupRuns(runs, "file").map(({ title, runs: some }) => [title, idsOf(some)])).toEqual([
      ["a.pa.json", ["open", "late"]],
      ["b.pa.json", ["good"]],
      ["a.pa.json and 1 more", ["both"]],
    ]);
  });

  it("are the days", () => {
    expect(groupRuns(runs, "day").map(({ runs: some }) => idsOf(some))).toEqual([["open", "good"], ["late"], ["both"]]);
  });
});
