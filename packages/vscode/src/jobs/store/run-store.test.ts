import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createWorld, exampleFile, placesIn, temporaryFolder } from "../../../test/support/run-world.ts";
import { type OpenRunFolder, openRunFolder } from "../../results/source/run-source.ts";
import { createHistory, type RunRecord } from "./history.ts";
import { isActive, progressOf } from "./run.ts";

const weights = () => exampleFile("weights.pa.json");
const bonds = () => exampleFile("bonds.fi.json");
const ids = { a: "a".padEnd(32, "0"), b: "b".padEnd(32, "0") };

describe("the run store", () => {
  it("runs files to their end, reports progress and keeps the results", async () => {
    const { clock, openWindow, plan, until, state } = createWorld();
    const seen: number[] = [];
    const { store, finished } = openWindow({
      onChange() {
        for (const run of store.runs) if (isActive(run)) seen.push(progressOf(run));
      },
    });
    const started = await plan("a", [await weights(), await bonds()]);
    await clock.run(() => store.start(started));
    expect(state.open).toBe(true);
    await until(() => finished.length > 0);
    const [run] = store.runs;
    expect(run).toMatchObject({ state: "finished", record: { end: { status: "success", succeeded: 2, units: 2 } } });
    expect(seen.some((percent) => percent > 0 && percent < 100)).toBe(true);
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(finished[0]?.manifest.files.map(({ status }) => status)).toEqual(["success", "success"]);
    expect(finished[0]?.seconds).toBeGreaterThan(30);
    expect(readdirSync(started.record.folder)).toContain("manifest.json");
  });

  it("checks the stored results, and compares them with the run before", async () => {
    const { clock, openWindow, plan, until } = createWorld({ duplicates: "allow" });
    const folder = temporaryFolder();
    const write = (name: string, ...checks: object[]) =>
      writeFileSync(path.join(folder, name), JSON.stringify({ checks }));
    write("a.checks.json", { rowCount: { min: 1000 } }, { moved: { column: "Portfolio | Ending Weight", atMost: 0 } });
    const { store, finished, checkFailures } = openWindow();
    const runChecked = async (id: string, checks: RunRecord["checks"]) => {
      const count = finished.length;
      await clock.run(async () => store.start(await plan(id, [await weights()], checks)));
      await until(() => finished.length > count);
      const run = store.run(id.padEnd(32, "0"));
      return run && (await openRunFolder(run.record.folder));
    };
    const checks = { folder, files: ["*.checks.json"] };
    const statuses = ({ checks: report }: OpenRunFolder) => report?.findings.map(({ status }) => status);
    const first = await runChecked("a", checks);
    expect(first && statuses(first)).toEqual(["failed", "skipped"]);
    const second = await runChecked("b", { ...checks, earlier: ids.a });
    expect(second && statuses(second)).toEqual(["failed"]);
    // What is wrong with the checks costs no result.
    write("a.checks.json", { rowCount: {} });
    const third = await runChecked("c", checks);
    expect([third?.checks, third?.manifest.status]).toEqual([undefined, "success"]);
    expect(checkFailures.map(String)).toEqual([expect.stringContaining("a.checks.json:1:24: The limits are missing")]);
  });

  it("cancels on the service", async () => {
    const { clock, simulator, openWindow, plan, until } = createWorld({ jobSeconds: 3600 });
    const { store, finished } = openWindow();
    await clock.run(async () => store.start(await plan("a", [await weights()])));
    await until(() => simulator.jobs.length === 1);
    await store.cancel(ids.a);
    expect(store.run(ids.a)?.state).toBe("canceling");
    await until(() => finished.length > 0);
    expect(store.run(ids.a)).toMatchObject({ state: "finished", record: { end: { status: "canceled" } } });
    expect(simulator.requests.filter(({ method, status }) => method === "DELETE" && status === 204)).toHaveLength(1);
  });

  it("cancels one of several jobs, and the others continue", async () => {
    const { clock, simulator, openWindow, plan, until, creates } = createWorld({ jobSeconds: 600 });
    const { store, finished } = openWindow();
    const files = [await weights(), await bonds(), await exampleFile("attribution.pa.json")];
    const paths = files.map(({ file }) => file.path);
    await clock.run(async () => store.start(await plan("a", files)));
    await until(() => simulator.jobs.length === 3);
    store.cancelJob(ids.a, paths[0] ?? "");
    expect(store.run(ids.a)?.jobs.map(({ status }) => status)).toEqual(["canceling", "running", "running"]);
    store.cancelJob(ids.a, paths[1] ?? "");
    await until(() => finished.length > 0);
    expect(finished[0]?.manifest.files.map(({ path: name, status }) => [name, status])).toEqual([
      [paths[0], "canceled"],
      [paths[1], "canceled"],
      [paths[2], "success"],
    ]);
    expect(store.run(ids.a)?.record.end).toMatchObject({ status: "canceled", units: 5, succeeded: 3 });
    expect(simulator.requests.filter(({ method, status }) => method === "DELETE" && status === 204)).toHaveLength(2);
    expect(creates()).toBe(3);
    // What has ended stays as it is.
    store.cancelJob(ids.a, paths[2] ?? "");
    expect(simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(2);
  });

  it("cancels a job before its start", async () => {
    const { clock, openWindow, plan, until, creates } = createWorld({ jobSeconds: 600 });
    const { store, finished } = openWindow();
    const files = [await weights(), await bonds()];
    await clock.run(async () => {
      await store.start(await plan("a", files));
      store.cancelJob(ids.a, files[0]?.file.path ?? "");
    });
    await until(() => finished.length > 0);
    expect(finished[0]?.manifest.files.map(({ status }) => status)).toEqual(["canceled", "success"]);
    expect(creates()).toBe(1);
  });

  it("cancels a run before its start, without creating a job", async () => {
    const { clock, openWindow, plan, until, creates } = createWorld({ jobSeconds: 3600 });
    const { store, finished } = openWindow();
    await clock.run(async () => {
      await store.start(await plan("a", [await weights()]));
      await store.cancel(ids.a);
    });
    await until(() => finished.length > 0);
    expect(store.run(ids.a)?.record.end?.status).toBe("canceled");
    expect(creates()).toBe(0);
  });

  it("follows the run of another window, which alone can cancel it, and shows its end", async () => {
    const { clock, simulator, openWindow, plan, until, creates } = createWorld({ jobSeconds: 3600 });
    const [one, other] = [openWindow(), openWindow()];
    await clock.run(async () => one.store.start(await plan("a", [await weights(), await bonds()])));
    await until(() => simulator.jobs.length === 2);
    await clock.run(() => other.store.load());
    await until(() => other.store.run(ids.a)?.state === "otherWindow");
    await expect(other.store.cancel(ids.a)).rejects.toThrow("Cancel it there.");
    other.store.cancelJob(ids.a, (await weights()).file.path);
    expect(simulator.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
    await one.store.cancel(ids.a);
    await until(() => one.finished.length > 0);
    await until(() => other.store.run(ids.a)?.state === "finished");
    expect(other.store.run(ids.a)?.record.end?.status).toBe("canceled");
    expect(creates()).toBe(2);
  });

  it("does not begin a run again whose window ended before it stored the end", async () => {
    const { clock, simulator, openWindow, plan, until, creates, base } = createWorld({ jobSeconds: 3600 });
    const first = openWindow({ history: { ...createHistory(placesIn(base)), update: async () => {} } });
    await clock.run(async () => first.store.start(await plan("a", [await weights()])));
    await until(() => simulator.jobs.length === 1);
    await first.store.cancel(ids.a);
    await until(() => first.finished.length > 0);
    const second = openWindow();
    await clock.run(() => second.store.load());
    await until(() => second.store.run(ids.a)?.state === "finished");
    expect(second.store.run(ids.a)?.record.end).toMatchObject({ status: "canceled", units: 1, succeeded: 0 });
    expect(creates()).toBe(1);
  });

  it("shows a run that another window begins, and continues it once that window has closed", async () => {
    const { clock, simulator, openWindow, plan, until, creates, leave } = createWorld({ jobSeconds: 600 });
    const open = openWindow();
    await clock.run(() => open.store.load());
    const other = openWindow();
    await clock.run(async () => other.store.start(await plan("a", [await weights()])));
    await until(() => simulator.jobs.length === 1);
    expect(open.store.runs).toEqual([]);
    await clock.run(() => open.store.refresh());
    await until(() => open.store.run(ids.a)?.state === "otherWindow");
    await other.store.rename(ids.a, "Month end");
    await until(() => other.finished.length > 0);
    await until(() => open.store.run(ids.a)?.state === "finished");
    expect(open.store.run(ids.a)?.record).toMatchObject({ name: "Month end", end: { status: "success" } });
    await other.store.remove(ids.a);
    await clock.run(() => open.store.refresh());
    expect(open.store.runs).toEqual([]);
    // A window whose process is gone: what it would do never comes to anything.
    const closed = openWindow({ execute: () => new Promise(() => {}) });
    const planned = await plan("b", [await bonds()]);
    await clock.run(() => closed.store.start(planned));
    await leave(planned);
    await clock.run(() => open.store.refresh());
    await until(() => open.finished.length > 0);
    expect(open.store.run(ids.b)?.record.end?.status).toBe("success");
    expect(creates()).toBe(2);
  });

  it("continues a run of a closed window, and creates no job twice", async () => {
    const { clock, simulator, openWindow, plan, until, creates, state } = createWorld({ jobSeconds: 600 });
    // A window whose process is gone: what it would do never comes to anything.
    const closed = openWindow({ execute: () => new Promise(() => {}) });
    await clock.run(async () => closed.store.start(await plan("a", [await weights()])));
    const second = openWindow();
    expect(state.open).toBe(true);
    await clock.run(() => second.store.load());
    await until(() => second.finished.length > 0);
    expect(creates()).toBe(1);
    expect(simulator.jobs).toHaveLength(1);
    const third = openWindow();
    await clock.run(() => third.store.load());
    expect(third.store.runs).toMatchObject([{ state: "finished", record: { end: { status: "success" } } }]);
    expect(state.open).toBe(false);
    expect(creates()).toBe(1);
  });

  it("pauses a run whose connection has another address, and sends no request there", async () => {
    const { clock, simulator, openWindow, plan, until, state } = createWorld();
    const [connection] = state.connections;
    if (connection === undefined) throw new Error("there is a connection");
    state.connections = [{ ...connection, baseUrl: "https://elsewhere.example" }];
    const { store, paused, finished } = openWindow();
    await clock.run(async () => store.start(await plan("a", [await weights()])));
    await until(() => paused.length > 0);
    expect(store.run(ids.a)).toMatchObject({
      state: "paused",
      problem: expect.stringContaining("has another address. Restore the address, or run the files again."),
    });
    expect(simulator.requests).toHaveLength(0);
    expect(state.open).toBe(true);
    state.connections = [connection];
    await clock.run(() => store.resume(ids.a));
    await until(() => finished.length > 0);
    expect(store.run(ids.a)?.record.end?.status).toBe("success");
  });

  it("cancels the jobs that a paused run left on the service", async () => {
    const { clock, simulator, openWindow, plan, until, leave } = createWorld({ jobSeconds: 3600 });
    // A window whose process was killed.
    const first = openWindow({ execute: () => new Promise(() => {}) });
    const planned = await plan("a", [await weights()]);
    await clock.run(() => first.store.start(planned));
    await leave(planned);
    expect(simulator.jobs.map(({ cancels }) => cancels)).toEqual([0]);
    const second = openWindow({ execute: () => Promise.reject(new Error("no network")) });
    await clock.run(() => second.store.load());
    await until(() => second.store.run(ids.a)?.state === "paused");
    await clock.run(() => second.store.cancel(ids.a));
    expect(second.store.run(ids.a)?.record.end?.status).toBe("canceled");
    expect(simulator.requests.filter(({ method, status }) => method === "DELETE" && status === 204)).toHaveLength(1);
  });

  it("keeps a limited number of finished runs", async () => {
    const { clock, openWindow, plan, until, base } = createWorld();
    const { store, finished } = openWindow({ limit: () => 1 });
    await clock.run(async () => store.start(await plan("a", [await weights()])));
    await until(() => finished.length === 1);
    await clock.run(async () => store.start(await plan("b", [await bonds()])));
    await until(() => finished.length === 2);
    await clock.run(() => store.load());
    await until(() => store.runs.length === 1);
    expect(store.runs.map(({ record }) => record.id)).toEqual([ids.b]);
    expect(readdirSync(base)).toEqual([ids.b]);
  });

  it("removes a run from when it shows that the run is finished", async () => {
    const { clock, openWindow, plan, until, base } = createWorld();
    // What is remembered is stored by VS Code, which can take its time.
    const rememberOpenRuns = (hasOpenRuns: boolean) => (hasOpenRuns ? Promise.resolve() : new Promise<void>(() => {}));
    const { store } = openWindow({ rememberOpenRuns });
    void store.load();
    await clock.run(async () => store.start(await plan("a", [await weights()])));
    await until(() => store.run(ids.a)?.state === "finished");
    await clock.run(() => store.remove(ids.a));
    expect(store.runs).toEqual([]);
    expect(readdirSync(base)).toEqual([]);
  });

  it("pauses a run whose folder cannot be made, and resumes it once it can", async () => {
    const { clock, openWindow, plan, until } = createWorld();
    const { store, paused, finished } = openWindow();
    const parent = path.join(temporaryFolder(), "results");
    writeFileSync(parent, "");
    const { record, requests } = await plan("a", [await weights()]);
    await clock.run(() => store.start({ record: { ...record, folder: path.join(parent, "run") }, requests }));
    await until(() => paused.length > 0);
    expect(store.run(ids.a)).toMatchObject({ state: "paused", problem: expect.stringContaining(parent) });
    rmSync(parent);
    await clock.run(() => store.resume(ids.a));
    await until(() => finished.length > 0);
    expect(store.run(ids.a)?.record.end?.status).toBe("success");
  });

  it("clears all runs that are not in progress, also unreadable ones", async () => {
    const { clock, openWindow, plan, until, base } = createWorld();
    const first = openWindow();
    await clock.run(async () => first.store.start(await plan("a", [await weights()])));
    await until(() => first.finished.length === 1);
    writeFileSync(path.join(base, ids.a, "record.json"), "damaged");
    const second = openWindow();
    await clock.run(async () => second.store.start(await plan("b", [await bonds()])));
    await clock.run(() => second.store.load());
    expect(second.store.unreadableCount).toBe(1);
    await clock.run(() => second.store.clear());
    expect(second.store.unreadableCount).toBe(0);
    expect(readdirSync(base)).toEqual([ids.b]);
    await until(() => second.finished.length === 1);
    expect(existsSync(path.join(base, ids.b, "run", "manifest.json"))).toBe(true);
  });

  it("keeps the name of a run, given in any window and while it runs", async () => {
    const { clock, openWindow, plan, until } = createWorld();
    const [one, other] = [openWindow(), openWindow()];
    await clock.run(async () => one.store.start(await plan("a", [await weights()])));
    await clock.run(() => other.store.load());
    await other.store.rename(ids.a, "Month end");
    await until(() => one.finished.length > 0);
    expect(one.store.run(ids.a)).toMatchObject({
      state: "finished",
      record: { name: "Month end", end: { status: "success" } },
    });
    await one.store.rename(ids.a, "");
    const later = openWindow();
    await clock.run(() => later.store.load());
    expect(later.store.run(ids.a)?.record).toMatchObject({ end: { status: "success" } });
    expect(later.store.run(ids.a)?.record).not.toHaveProperty("name");
  });
});
