import { describe, expect, it } from "vitest";
import type { RunView } from "../../jobs/store/run.ts";
import { comparisonState, lastTwoRuns } from "./compared-runs.ts";

const early = "2026-11-20T09:00:00Z";
const late = "2026-11-21T09:00:00Z";

describe("a comparison", () => {
  it.each([
    ["of two runs", { run: "a" }, { run: "b" }, { run: "b", before: "a" }],
    [
      "of a file in two runs",
      { run: "a", path: "x.pa.json" },
      { run: "b", path: "x.pa.json" },
      { run: "b", before: "a", file: "x.pa.json" },
    ],
    [
      "of a unit with a run",
      { run: "a" },
      { run: "b", path: "x.pa.json", unit: "u" },
      { run: "b", before: "a", selected: "x.pa.json#u" },
    ],
    [
      "of a run with a unit",
      { run: "a", path: "x.pa.json", unit: "u" },
      { run: "b" },
      { run: "b", before: "a", selected: "x.pa.json#u" },
    ],
    [
      "of two units of two runs",
      { run: "a", path: "x.pa.json", unit: "u" },
      { run: "b", path: "y.pa.json", unit: "v" },
      { run: "b", before: "a", selected: "y.pa.json#v", other: "earlier:x.pa.json#u" },
    ],
  ])("%s has the earlier run before, in whichever order they are chosen", (_, earlier, later, state) => {
    const [one, other] = [
      { ref: earlier, startedAt: early },
      { ref: later, startedAt: late },
    ];
    expect(comparisonState(one, other)).toEqual(state);
    expect(comparisonState(other, one)).toEqual(state);
  });

  it("of two units of one run has the first one before", () => {
    const of = (unit: string) => ({ ref: { run: "a", path: "x.pa.json", unit }, startedAt: early });
    expect(comparisonState(of("u"), of("v"))).toEqual({ run: "a", selected: "x.pa.json#v", other: "this:x.pa.json#u" });
    expect(comparisonState(of("u"), of("u"))).toBeUndefined();
    expect(comparisonState({ ref: { run: "a" }, startedAt: early }, of("u"))).toBeUndefined();
  });
});

describe("the last two runs of a file", () => {
  const uri = "file:///book/x.pa.json";
  const run = (
    id: string,
    units: readonly string[],
    more: Partial<RunView> & { succeeded?: number } = {},
  ): RunView => ({
    record: {
      version: 1,
      id,
      connection: { id: "c", name: "C", baseUrl: "https://api.example" },
      startedAt: early,
      folder: `/runs/${id}`,
      files: [{ path: "x.pa.json", uri, family: "pa", sha256: "0", parametersSha256: "0", units }],
      end: { status: "success", finishedAt: late, units: 1, succeeded: more.succeeded ?? 1 },
    },
    state: more.state ?? "finished",
    jobs: [],
  });

  it("are the newest finished ones with results", () => {
    const runs = [
      run("running", ["u", "v"], { state: "running" }),
      run("now", ["u", "v"]),
      run("failed", ["u"], { succeeded: 0 }),
      run("before", ["u", "v"]),
      run("older", ["u", "v"]),
    ];
    expect(lastTwoRuns(runs, { uri, unit: undefined })).toEqual({
      now: { run: "now", path: "x.pa.json" },
      before: { run: "before", path: "x.pa.json" },
    });
  });

  it("are those of a unit, if it alone is compared", () => {
    const runs = [run("other", ["v"]), run("now", ["u", "v"]), run("another", ["v"]), run("before", ["u"])];
    expect(lastTwoRuns(runs, { uri, unit: "u" })).toEqual({
      now: { run: "now", path: "x.pa.json", unit: "u" },
      before: { run: "before", path: "x.pa.json", unit: "u" },
    });
  });

  it("leave out runs of other units of the file", () => {
    const runs = [run("now", ["u"]), run("other", ["v", "w"]), run("before", ["u", "v"])];
    expect(lastTwoRuns(runs, { uri, unit: undefined })).toMatchObject({
      now: { run: "now", unit: "u" },
      before: { run: "before" },
    });
  });

  it("are missing for a file that was not run", () => {
    expect(lastTwoRuns([run("a", ["u"])], { uri: "file:///other.pa.json", unit: undefined })).toEqual({
      now: undefined,
      before: undefined,
    });
  });
});
