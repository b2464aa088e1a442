import { describe, expect, it } from "vitest";
import type { RunRecord } from "../store/history.ts";
import {
  advanceRun,
  beginRun,
  canCancelJob,
  cancelingJobs,
  progressOf,
  type RunJobView,
  type RunView,
} from "../store/run.ts";
import { outcomeOf, outcomeWithoutFolder } from "./outcome.ts";
import { childrenOf, presentNode, statusBarText } from "./presentation.ts";
import { runRefOf, runRefsOf } from "./refs.ts";
import { runLabel, runTitle } from "./run-titles.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const record = (...paths: string[]): RunRecord => ({
  version: 1,
  id: "a".repeat(32),
  connection: { id: "one", name: "One", baseUrl: "https://api.example" },
  startedAt: "2026-11-20T09:57:00.000Z",
  folder: "/run",
  files: paths.map((path) => ({ path, family: "pa", sha256: "", parametersSha256: "", units: ["u", "v"] })),
});
const begin = (...paths: string[]) => beginRun(record(...paths));
const progress = (run: RunView, key: string, percent: number | undefined) =>
  advanceRun(run, { type: "job-progress", key, jobId: "j", progress: percent });

describe("the view of jobs", () => {
  it("shows a run of one file with its units, and a run of several with its jobs", () => {
    const one = begin("books/a.pa.json");
    expect(childrenOf(one, one.jobs).map((node) => presentNode(node, now).label)).toEqual(["u", "v"]);
    const two = begin("books/a.pa.json", "b.pa.json");
    expect(childrenOf(two, two.jobs).map((node) => presentNode(node, now).label)).toEqual([
      "books/a.pa.json",
      "b.pa.json",
    ]);
    expect([runTitle(one), runTitle(two)]).toEqual(["a.pa.json", "a.pa.json and 1 more"]);
  });

  it("shows a sweep in two jobs as one file with all its units", () => {
    const jobs = ["book.pa.sweep.json", "book.pa.sweep.2.json"];
    const sizes = [500, 500];
    const files = jobs.map((path, job) => ({
      ...{ path: `funds/${path}`, family: "pa" as const, sha256: "", parametersSha256: "" },
      units: Array.from({ length: sizes[job] ?? 0 }, (_, unit) => `unit-${job * 500 + unit}`),
    }));
    const alone = beginRun({ ...record(), files });
    const nodes = childrenOf(alone, alone.jobs);
    expect([nodes.length, new Set(nodes.map(({ kind }) => kind))]).toEqual([1000, new Set(["unit"])]);
    const run = progress(progress(alone, "funds/book.pa.sweep.json", 100), "funds/book.pa.sweep.2.json", 20);
    const row = presentNode({ kind: "run", run }, now);
    expect([runTitle(run), row.description.split(" · ").slice(0, 2)]).toEqual([
      "book.pa.sweep.json",
      ["unit-0 and 999 more", "60 %"],
    ]);

    const [other] = record("other.pa.json").files;
    const among = beginRun({ ...record(), files: [...files, ...(other === undefined ? [] : [other])] });
    const [sweepNode, otherNode] = childrenOf(among, among.jobs);
    expect([sweepNode?.kind, otherNode?.kind, runTitle(among)]).toEqual([
      "file",
      "job",
      "book.pa.sweep.json and 1 more",
    ]);
    const sweepRow = sweepNode && presentNode(sweepNode, now);
    expect([sweepRow?.label, sweepRow?.description]).toEqual(["funds/book.pa.sweep.json", "0 %"]);
    expect(sweepRow?.tooltip.at(-1)).toBe("1,000 units in 2 jobs");
    expect(runRefOf(sweepNode)).toEqual({ run: among.record.id, path: "funds/book.pa.sweep.json" });
  });

  it("shows a job for each row of a sweep of a family without units", () => {
    const rows = ["alpha", "beta"].map((row) => `bonds.fi.sweep.${row}.json`);
    const run = beginRun({
      ...record(),
      files: record(...rows).files.map((file) => ({ ...file, family: "fi", units: ["result"] })),
    });
    expect(childrenOf(run, run.jobs).map((node) => presentNode(node, now).label)).toEqual(rows);
    expect(runTitle(run)).toBe("bonds.fi.sweep.json");
    const [other] = record("other.pa.json").files;
    const among = beginRun({ ...run.record, files: [...(other === undefined ? [] : [other]), ...run.record.files] });
    const [, sweepNode] = childrenOf(among, among.jobs);
    expect([sweepNode && presentNode(sweepNode, now).label, runRefOf(sweepNode)]).toEqual([
      "bonds.fi.sweep.json",
      { run: among.record.id, path: "bonds.fi.sweep.alpha.json" },
    ]);
    // The job of a row that failed has no unit.
    const withFailure = run.jobs.map((job, index) => (index === 0 ? { ...job, units: [] } : job));
    expect(childrenOf(run, withFailure).map((node) => presentNode(node, now).label)).toEqual(rows);
  });

  it("gives the row of a sweep the status that a run of its jobs has", () => {
    const run = begin("book.pa.sweep.json", "book.pa.sweep.2.json", "other.pa.json");
    const textOf = (...statuses: readonly RunJobView["status"][]) => {
      const jobs = run.jobs.map((job, index) => ({ ...job, status: statuses[index] ?? "success" }));
      const [sweepNode] = childrenOf(run, jobs);
      return sweepNode && presentNode(sweepNode, now).description;
    };
    expect(textOf("failure", "unknown")).toBe("outcome unknown · 0 of 4 units");
    expect(textOf("failure", "timed-out")).toBe("timed out · 0 of 4 units");
    expect(textOf("success", "failure")).toBe("failed · 0 of 4 units");
    expect(textOf("failure", "canceling")).toBe("50 %");
  });

  it("shows the status of a run as icon and text", () => {
    const run = progress(begin("a.pa.json"), "a.pa.json", 42);
    const look = presentNode({ kind: "run", run }, now);
    expect(look).toMatchObject({
      label: runLabel(run.record, now),
      description: "u and 1 more · 42 % · 3 min 0 s · about 4 min 9 s left · One",
      icon: "sync~spin",
      context: "run.running",
      expands: "open",
    });
    expect(look.label).toMatch(/^a\.pa\.json · \d\d:57:00$/);
    expect(look.spoken).toBe(`${look.label} · u and 1 more · running · 42 % · One`);
    expect(statusBarText([run])).toBe("a.pa.json: 42 %");
    expect(statusBarText([run, begin("b.pa.json")])).toBe("2 runs: 21 %");
    expect(statusBarText([{ ...run, state: "canceling" }])).toBe("a.pa.json: canceling");
    expect(statusBarText([{ ...run, state: "finished" }])).toBeUndefined();
  });

  it("offers to cancel open jobs of a run with several", () => {
    const contexts = (run: RunView) => childrenOf(run, run.jobs).map((node) => presentNode(node, now).context);
    const two = begin("a.pa.json", "b.pa.json");
    expect(contexts(two)).toEqual(["job.open", "job.open"]);
    expect(contexts({ ...two, state: "otherWindow" })).toEqual(["job", "job"]);
    expect(contexts({ ...two, state: "canceling" })).toEqual(["job", "job"]);
    expect(contexts({ ...two, state: "paused" })).toEqual(["job", "job"]);
    const canceling = cancelingJobs(two, (path) => path === "b.pa.json");
    expect(contexts(canceling)).toEqual(["job.open", "job"]);
    const [, job] = childrenOf(canceling, canceling.jobs).map((node) => presentNode(node, now));
    expect(job).toMatchObject({ description: "canceling", icon: "sync~spin", spoken: "b.pa.json · canceling" });
    // It stays so while the service goes on to tell how far the job is.
    expect(contexts(progress(canceling, "b.pa.json", 80))).toEqual(["job.open", "job"]);
    expect(progressOf(progress(canceling, "b.pa.json", 80))).toBe(40);
    const one = begin("a.pa.json");
    expect(one.jobs.map((alone) => canCancelJob(one, alone))).toEqual([false]);
  });

  it("shows why a run waits", () => {
    const held = advanceRun(begin("a.pa.json"), { type: "unreachable", reason: "no route", seconds: 31 });
    const row = presentNode({ kind: "run", run: held }, now);
    expect(row).toMatchObject({
      icon: "warning",
      description: "u and 1 more · no answer for 31 s: no route · 3 min 0 s · One",
      spoken: expect.stringContaining("no answer for 31 s: no route"),
    });
    expect(row.spoken).not.toContain("running");
    expect(statusBarText([held])).toBe("a.pa.json: no answer for 31 s: no route");
    expect(presentNode({ kind: "run", run: progress(held, "a.pa.json", 1) }, now).description).not.toContain(
      "no answer",
    );
  });

  it("shows the error of a unit in the words of the service, and the kind of a result", () => {
    const begun = progress(begin("a.pa.json"), "a.pa.json", 50);
    const errors = [{ title: "Account not found", detail: "NO_SUCH" }];
    const failed = { id: "u", status: "failure", warnings: [], errors } as const;
    const stored = { file: "a/v.pdf", contentType: "application/pdf", bytes: 1, sha256: "" };
    const done = { id: "v", status: "success", stored, warnings: ["late"], errors: [] } as const;
    let run = advanceRun(begun, { type: "unit-finished", key: "a.pa.json", unit: failed });
    const looks = () => childrenOf(run, run.jobs).map((node) => presentNode(node, now));
    expect(looks().map(({ description, context }) => [description, context])).toEqual([
      ["Account not found: NO_SUCH", "unit.none"],
      ["50 %", "unit.none"],
    ]);
    const outcome = {
      key: "a.pa.json",
      family: "pa",
      jobId: "j",
      status: "failure",
      requestKeys: ["k1"],
      units: [failed, done],
    } as const;
    run = advanceRun(run, { type: "job-finished", key: "a.pa.json", outcome });
    expect(looks().map(({ icon, context }) => [icon, context])).toEqual([
      ["error", "unit.none.keys"],
      ["warning", "unit.other.keys"],
    ]);
    expect(looks()[1]?.tooltip).toEqual(["v", "succeeded", "late", "Job: j", "Request keys: k1"]);
    expect(progressOf(run)).toBe(100);
  });

  it("shows the name and the duration of a run that has ended", () => {
    const end = { status: "failure", finishedAt: "2026-11-20T09:57:05.100Z", units: 2, succeeded: 1 } as const;
    const named = { ...record("a.pa.json"), name: "Month end", end };
    const row = { kind: "run", run: { record: named, state: "finished", jobs: [] } } as const;
    const units = [{ status: "failure" }, { status: "success" }] as const;
    const unitViews = units.map((unit, index) => ({ ...unit, id: `${index}`, warnings: [], errors: [] }));
    const look = presentNode(row, now, outcomeOf("failure", unitViews, undefined));
    expect(look).toMatchObject({
      label: runLabel(named, now),
      description: "a.pa.json · u and 1 more · failed · 1 of 2 units · 5.1 s · One",
    });
    const [, good] = unitViews;
    const checked = (checks: Parameters<typeof outcomeOf>[2]) =>
      presentNode(row, now, outcomeOf("success", good === undefined ? [] : [good], checks));
    expect(checked([])).toMatchObject({ icon: "pass", description: expect.stringContaining("succeeded · 1 of 1") });
    const finding = {
      file: "b.checks.json",
      check: 0,
      line: 1,
      id: "i",
      rule: "sum",
      message: "",
      status: "failed",
    } as const;
    expect(checked([{ ...finding, severity: "error" }])).toMatchObject({
      icon: "error",
      description: expect.stringContaining("succeeded, 1 check failed · 1 of 1 units"),
    });
    expect(checked([{ ...finding, severity: "warning" }]).icon).toBe("warning");
    expect(checked("unchecked")).toMatchObject({ icon: "warning", spoken: expect.stringContaining("not checked") });
    const gone = presentNode(row, now, outcomeWithoutFolder({ ...end, status: "success", succeeded: 2 }));
    expect(gone).toMatchObject({
      icon: "error",
      description: expect.stringContaining("failed, 2 results missing · 0 of 2 units"),
    });
  });
});

describe("the argument of a command", () => {
  it("is a reference, a row of the view, or undefined", () => {
    const run = begin("a.pa.json");
    const [job] = run.jobs;
    const [unit] = job?.units ?? [];
    const id = run.record.id;
    expect(runRefOf({ kind: "unit", run, job, unit })).toEqual({ run: id, path: "a.pa.json", unit: "u" });
    expect(runRefOf({ kind: "run", run })).toEqual({ run: id });
    expect(runRefOf({ run: id, unit: "u", path: "p" })).toEqual({ run: id, unit: "u", path: "p" });
    for (const other of [undefined, null, "x", 5, {}, { run: 5 }, { run: { record: {} } }, { run: null }]) {
      expect(runRefOf(other)).toBeUndefined();
    }
  });

  it("is a list of selected rows, of which the runs count", () => {
    const run = begin("a.pa.json");
    const [job] = run.jobs;
    expect(runRefsOf([{ kind: "run", run }, { kind: "job", run, job }, "x"])).toEqual([{ run: run.record.id }]);
    expect(runRefsOf({ kind: "run", run })).toEqual([]);
  });
});
