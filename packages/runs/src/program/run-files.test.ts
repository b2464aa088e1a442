import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { tableToRows } from "@analytics-engines/core/results";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { weights } from "../../test/support/tool-world.ts";
import { UserError } from "../user-error.ts";
import { type RunFilesOptions, type RunProgress, runFiles } from "./run-files.ts";

/** A folder with one parameter file of two units, and a simulated service on virtual time. */
async function createProgram(options: SimulatorOptions = {}) {
  const workspace = await temporaryFolder();
  const clock = createVirtualClock();
  const simulator = createSimulator({ clock, jobSeconds: 2, ...options });
  const auth = basicAuth("DEMO-1", "demo");
  const client = createClient({ baseUrl: "https://api.example", auth, clock, fetch: simulator.fetch });
  const write = (name: string, content: unknown) => {
    const file = path.join(workspace, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content, null, 2));
  };
  write("parameters/book.pa.json", { data: { today: weights, twin: weights } });
  return {
    workspace,
    simulator,
    write,
    run: (more: Partial<RunFilesOptions> = {}, globs: string | readonly string[] = "parameters/**/*.json") =>
      clock.run(() => runFiles(globs, { client, folder: "run", workspace, clock, ...more })),
    failure: async (more?: Partial<RunFilesOptions>, globs?: string | readonly string[]) =>
      clock.run(() =>
        runFiles(globs ?? "parameters/**/*.json", { client, folder: "run", workspace, clock, ...more }).catch(
          (error: unknown) => error,
        ),
      ),
    resultReads: () => simulator.requests.filter(({ operation }) => operation.endsWith(".result")).length,
  };
}

describe("runFiles", () => {
  it("gives the rows of each unit, and when it is resumed the same without a second job or read", async () => {
    const program = await createProgram();
    const seen: unknown[] = [];
    for (let time = 0; time < 2; time++) {
      const run = await program.run({ resume: true });
      expect(run).toMatchObject({ status: "success", folder: path.join(program.workspace, "run") });
      for (const unit of run.units) for (const table of await unit.tables()) seen.push([unit.id, tableToRows(table)]);
      expect(program.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
      expect(program.resultReads()).toBe(2);
    }
    expect(seen.slice(0, seen.length / 2)).toEqual(seen.slice(seen.length / 2));
    const total = expect.objectContaining({ Total: "Total", "Portfolio | Ending Weight": 100 });
    expect(seen[0]).toEqual(["today", expect.arrayContaining([total])]);
    expect(existsSync(path.join(program.workspace, "run/manifest.json"))).toBe(true);
  });

  it("names file, family and status of each unit, and why one failed", async () => {
    const program = await createProgram();
    program.write("parameters/book.pa.json", {
      data: { today: weights, twin: { ...weights, componentid: "missing" } },
    });
    const { units, status } = await program.run();
    expect(status).toBe("failure");
    expect(units.map(({ id, file, family, status }) => [id, file, family, status])).toEqual([
      ["today", "parameters/book.pa.json", "pa", "success"],
      ["twin", "parameters/book.pa.json", "pa", "failure"],
    ]);
    expect(units.map(({ error }) => error === undefined)).toEqual([true, false]);
    await expect(units[1]?.tables()).rejects.toThrow(`parameters/book.pa.json, unit twin: ${units[1]?.error}`);
  });

  it("lists the units of a job that was refused", async () => {
    const program = await createProgram({ faults: ["create=404"] });
    const { units } = await program.run();
    expect(units.map(({ id, status }) => `${id} ${status}`)).toEqual(["today failure", "twin failure"]);
  });

  it("gives no tables of a report, which is a file", async () => {
    const program = await createProgram();
    const account = { id: "Client:/Balanced/MODERATE.ACCT", holdingsmode: "B&H" };
    const report = { document: "Client:/Reports/MONTHLY_BOOK.PUB_PDF", account, dates: { enddate: "0M" } };
    program.write("parameters/book.pub.json", { data: { book: report } });
    const { units } = await program.run();
    expect(await units.find(({ family }) => family === "pub")?.tables()).toEqual([]);
  });

  it("refuses a result that is not the one that was stored", async () => {
    const program = await createProgram();
    const { folder, manifest, units } = await program.run();
    const [unit] = units;
    appendFileSync(path.join(folder, manifest.files[0]?.units[0]?.file ?? ""), " ");
    await expect(unit?.tables()).rejects.toThrow(/^parameters\/book\.pa\.json, unit today: the result .* bytes/);
  });

  it("sends nothing where a file has an error, and names its line and column", async () => {
    const program = await createProgram();
    program.write("parameters/other.pa.json", { data: { a: { ...weights, dates: 1 } } });
    const error = await program.failure();
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toMatch(/parameters\/other\.pa\.json:\d+:\d+: .*Nothing was sent to the service\.$/);
    expect(program.simulator.requests).toEqual([]);
    expect(existsSync(path.join(program.workspace, "run"))).toBe(false);
  });

  it("says which glob matches nothing", async () => {
    const { failure, workspace } = await createProgram();
    expect(String(await failure({}, ["parameters/*.json", "*.spar.json"]))).toBe(
      `UserError: *.spar.json matches no parameter file in ${workspace}. Check the glob.`,
    );
  });

  it("lets one run at a time use a folder, and resumes no run of other files", async () => {
    const program = await createProgram();
    await program.run();
    expect(String(await program.failure())).toContain("is not empty");
    program.write("parameters/book.pa.json", { data: { today: weights } });
    expect(String(await program.failure({ resume: true }))).toContain("changed: parameters/book.pa.json");
  });

  it("cancels its jobs on the service when the signal aborts", async () => {
    const program = await createProgram({ jobSeconds: 3600 });
    const stop = new AbortController();
    const { units } = await program.run({
      signal: stop.signal,
      onEvent: ({ type }) => type === "job-created" && stop.abort(),
    });
    expect(units.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
    expect(program.simulator.jobs.map(({ state }) => state)).toEqual(["Cancelled"]);
  });

  it("resumes a run that left its jobs on the service: each is created once", async () => {
    const program = await createProgram({ jobSeconds: 60 });
    const stop = new AbortController();
    const stopAtOnce = { signal: stop.signal, cancelOnAbort: false, onEvent: () => stop.abort() };
    expect((await program.run(stopAtOnce)).units.map(({ status }) => status)).toEqual(["unknown", "unknown"]);
    expect((await program.run({ resume: true })).units.map(({ status }) => status)).toEqual(["success", "success"]);
    expect(program.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
  });

  it("reports its progress", async () => {
    const program = await createProgram({ jobSeconds: 20 });
    program.write("parameters/second.pa.json", { data: { today: weights } });
    const reports: RunProgress[] = [];
    await program.run({ onProgress: (progress) => reports.push(progress) });
    expect(reports[0]).toEqual({ total: 2, doneCount: 0, running: new Map([["parameters/book.pa.json", undefined]]) });
    expect(reports.at(-1)).toEqual({ total: 2, doneCount: 2, running: new Map() });
    expect(reports.some(({ running }) => [...running.values()].some((percent = 0) => percent > 0))).toBe(true);
  });

  it("applies the project file and the set that it names", async () => {
    const program = await createProgram();
    program.write("analytics-engines.json", { sets: { month: { files: [], currency: "EUR" } } });
    const { manifest, units } = await program.run({ set: "month", tool: "nightly/1.0" });
    expect((await units[0]?.tables())?.[0]?.metadata.currency).toBe("EUR");
    expect(manifest).toMatchObject({ tool: "nightly/1.0", service: "https://api.example" });
  });
});
