import type { CheckFinding } from "@analytics-engines/runs/review";
import { describe, expect, it } from "vitest";
import { whenText } from "../runs/run-titles.ts";
import { advanceRun, beginRun, type RunJobView, type RunView } from "../store/run.ts";
import { type KnownJobs, lastOutcome, lastRunOf, withSet } from "./last-outcome.ts";

const now = Date.parse("2026-11-20T14:03:00Z");
const uri = "file:///w/a.pa.json";

function begin(id: string, ...units: string[]): RunView {
  return beginRun({
    version: 1,
    id,
    connection: { id: "one", name: "One", baseUrl: "https://api.example" },
    startedAt: "2026-11-20T14:02:00.000Z",
    folder: "/run",
    files: [{ path: "a.pa.json", uri, family: "pa", sha256: "", parametersSha256: "", units }],
  });
}

const finishedAt = "2026-11-20T14:02:05.100Z";
const when = whenText(finishedAt, now);

function ended(run: RunView, ...statuses: RunJobView["units"][number]["status"][]) {
  const units = (run.record.files[0]?.units ?? []).map((id, index) => {
    return { id, status: statuses[index] ?? "success", warnings: [], errors: [] };
  });
  const succeeded = units.filter(({ status }) => status === "success").length;
  const end = {
    status: succeeded === units.length ? "success" : "failure",
    finishedAt,
    units: units.length,
    succeeded,
  } as const;
  const jobs: RunJobView[] = [{ path: "a.pa.json", family: "pa", status: end.status, requestKeys: [], units }];
  const finished: RunView = { record: { ...run.record, end }, state: "finished", jobs: [] };
  return { run: finished, jobs };
}

const textOf = (
  { run, jobs }: { run: RunView; jobs: readonly RunJobView[] },
  unit?: string,
  checks?: KnownJobs["checks"],
) => lastOutcome({ run, files: run.record.files }, { jobs, checks }, unit, now).text;

const finding = (more: Partial<CheckFinding>): CheckFinding => ({
  ...{ file: "book.checks.json", check: 0, line: 7, id: "sum of Weight", rule: "sum", severity: "error" },
  ...{ status: "failed", path: "a.pa.json", unit: "u", message: "The sum is 99; expected: 100.", ...more },
});

describe("the last run", () => {
  const whole = ended(begin("whole", "u", "v")).run;
  const single = ended(begin("single", "u")).run;

  it("of a file is one that ran all of its units", () => {
    expect(lastRunOf([single, whole], uri, ["u", "v"])?.run).toBe(whole);
    expect(lastRunOf([single], uri, ["u", "v"])).toBeUndefined();
    expect(lastRunOf([single], uri, [])?.run).toBe(single);
    expect(lastRunOf([whole], "file:///w/b.pa.json", ["u", "v"])).toBeUndefined();
  });

  it("of a unit is any run with it, and may have an earlier one", () => {
    expect(lastRunOf([single, whole], uri, ["u"])).toMatchObject({ run: single, hasEarlier: true });
    expect(lastRunOf([single, whole], uri, ["v"])).toMatchObject({ run: whole, hasEarlier: false });
    expect(lastRunOf([single, begin("open", "u")], uri, ["u"])?.hasEarlier).toBe(false);
  });
});

describe("the outcome", () => {
  it("is the progress while the run goes on", () => {
    const run = advanceRun(begin("a", "u", "v"), { type: "job-progress", key: "a.pa.json", jobId: "j", progress: 40 });
    expect(textOf({ run, jobs: run.jobs })).toBe("40 %");
    expect(textOf({ run, jobs: run.jobs }, "u")).toBe("40 %");
    expect(textOf({ run: { ...run, state: "canceling" }, jobs: run.jobs })).toBe("canceling");
  });

  it("is in progress as the row of the file says, not as the other files of the run", () => {
    const [record, file] = [begin("a", "u").record, begin("a", "u").record.files[0] ?? expect.fail()];
    const run = beginRun({ ...record, files: [file, { ...file, path: "b.pa.json", uri: "file:///w/b.pa.json" }] });
    const ofFirst = (view: RunView) =>
      lastOutcome({ run: view, files: [file] }, { jobs: view.jobs, checks: undefined }, undefined, now).text;
    const other = advanceRun(run, { type: "job-progress", key: "b.pa.json", jobId: "j", progress: 80 });
    expect(ofFirst(other)).toBe("waiting");
    const both = advanceRun(other, { type: "job-progress", key: "a.pa.json", jobId: "i", progress: 20 });
    expect(ofFirst(both)).toBe("20 %");
    const down = advanceRun(both, { type: "unreachable", reason: "no route", seconds: 31 });
    expect(ofFirst(down)).toBe("no answer for 31 s: no route");
  });

  it("is the duration and the time of a good end", () => {
    expect(textOf(ended(begin("a", "u", "v")))).toBe(`✓ 5.1 s, ${when}`);
    expect(textOf(ended(begin("a", "u", "v"), "failure"), "v")).toBe(`✓ 5.1 s, ${when}`);
  });

  it("is the number of results after failures, and the status of a unit", () => {
    const failed = ended(begin("a", "u", "v", "w"), "failure");
    expect(textOf(failed)).toBe(`✗ 2 of 3 succeeded, ${when}`);
    expect(textOf(failed, "u")).toBe(`✗ failed, ${when}`);
    expect(textOf(ended(begin("a", "u"), "canceled"))).toBe(`✗ canceled, ${when}`);
  });

  it("is not good where a check of the file or the unit failed, or nobody checked", () => {
    const good = ended(begin("a", "u", "v"));
    const failed = [finding({}), finding({ status: "passed" })];
    expect(textOf(good, undefined, failed)).toBe(`✗ succeeded, 1 check failed, ${when}`);
    expect(textOf(good, "u", failed)).toBe(`✗ succeeded, 1 check failed, ${when}`);
    expect(textOf(good, "v", failed)).toBe(`✓ 5.1 s, ${when}`);
    expect(textOf(good, "u", [finding({ severity: "warning" })])).toBe(`⚠ succeeded, 1 check warns, ${when}`);
    expect(textOf(good, undefined, "unchecked")).toBe(`⚠ succeeded, results not checked, ${when}`);
    const { path: _path, unit: _unit, ...ofRun } = finding({});
    expect(textOf(good, undefined, [ofRun, ofRun])).toBe(`✗ succeeded, 2 checks failed, ${when}`);
    expect(textOf(good, undefined, [finding({ path: "other.pa.json" })])).toBe(`✓ 5.1 s, ${when}`);
  });

  it("names the set whose dates and currency the file ran with", () => {
    const { run } = ended(begin("a", "u", "v"));
    const file = run.record.files[0] ?? expect.fail();
    const good = { text: "✓ 5.1 s", state: "good" } as const;
    expect(withSet(good, { run, files: [file] })).toEqual(good);
    const files = [{ ...file, fixedValues: { currency: "EUR" } }] as const;
    expect(withSet(good, { run, files }).text).toBe("✓ 5.1 s, of a set");
    const ofSet = { ...run, record: { ...run.record, set: "nightly" } };
    expect(withSet(good, { run: ofSet, files }).text).toBe("✓ 5.1 s, of the set nightly");
    // A set without values of its own runs the file as it stands.
    expect(withSet(good, { run: ofSet, files: [file] })).toEqual(good);
  });

  it("says how many results are missing", () => {
    const { run, jobs } = ended(begin("a", "u", "v"), "lost");
    const missing = jobs.map((job) => ({
      ...job,
      units: job.units.map((unit) => (unit.id === "u" ? { ...unit, errors: [{ code: "damaged-result" }] } : unit)),
    }));
    expect(textOf({ run, jobs: missing })).toBe(`✗ 1 of 2 succeeded, 1 result missing, ${when}`);
  });
});
