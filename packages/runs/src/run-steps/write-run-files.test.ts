import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { parseChecks } from "../checks/checks-files.ts";
import { sha256 } from "../files/open-file.ts";
import { readManifest, writeManifest } from "../folder/manifest/manifest-file.ts";
import type { Reproduction } from "../reproduce/reproduction.ts";
import { type RunFilesEvent, writeRunFiles } from "./write-run-files.ts";

const result = JSON.stringify({
  version: "2.0",
  tables: {
    t: {
      definition: { columns: [{ id: "weight", name: "weight", description: "Weight", type: "real" }] },
      data: { rows: [{ values: { weight: 100 } }] },
    },
  },
});

/** A run folder with one result. What is written about it can be checked, compared with another run, and shown in all forms. */
async function endedRun() {
  const folder = await temporaryFolder();
  mkdirSync(path.join(folder, "book.pa"));
  const file = "book.pa/a.json";
  writeFileSync(path.join(folder, file), result);
  const stored = { file, contentType: "application/json", bytes: result.length, sha256: sha256(result) };
  const manifest = manifestOf([fileOf("book.pa.json", [unitOf("a", stored)])]);
  await writeManifest(folder, manifest);
  const steps: string[] = [];
  const events: RunFilesEvent[] = [];
  const { service, startedAt } = manifest;
  const reproduction: Reproduction = {
    paths: [],
    families: new Map(),
    run: { manifestSha256: "0".repeat(64), service, startedAt },
    pin: () => ({ files: [], notes: [], dates: [], warnings: [] }),
    async conclude(concluded) {
      const reproduces = { ...reproduction.run, compared: { reproduced: true, units: [] } };
      await writeManifest(concluded, { ...(await readManifest(concluded)), reproduces });
      return reproduces;
    },
  };
  const checks = { checks: [{ sum: { column: "Weight", value: 99 } }] };
  const run = {
    folder,
    manifest,
    hasAllResults: true,
    isStopped: () => false,
    reproduction,
    checks: {
      files: parseChecks([{ path: "a.checks.json", text: JSON.stringify(checks) }]),
      earlier: undefined,
      junit: path.join(folder, "junit.xml"),
      readFile: () => ({ problem: "is missing" }),
    },
    csv: true,
    parquet: true,
    async addToHistory() {
      steps.push(`history of ${(await readManifest(folder)).files[0]?.units[0]?.tables?.[0]?.parquet}`);
      return "a history";
    },
    async writePage() {
      steps.push("page");
      writeFileSync(path.join(folder, "report.html"), "");
      return { file: path.join(folder, "report.html"), bytes: 0 };
    },
    async renderSummary() {
      steps.push("summary");
      return "a summary";
    },
    onEvent(event: RunFilesEvent) {
      events.push(event);
      steps.push(event.type);
    },
  };
  return { folder, manifest, run, steps, events, names: () => readdirSync(folder).sort() };
}

describe("writeRunFiles", () => {
  it("concludes, checks, writes tables, adds to the history, and writes the page and the summary, in this order", async () => {
    const { folder, run, steps, names } = await endedRun();
    const written = await writeRunFiles(run);
    expect(steps).toEqual([
      ...["comparing", "compared", "ended", "checked"],
      ...["showing", "tables", "tables", "history of book.pa/a.parquet", "page", "page", "shown", "summary"],
    ]);
    expect(names()).toEqual(["book.pa", "checks.json", "junit.xml", "manifest.json", "report.html", "summary.md"]);
    expect(readFileSync(path.join(folder, "summary.md"), "utf8")).toBe("a summary");
    expect(written).toMatchObject({
      isShown: true,
      history: "a history",
      page: path.join(folder, "report.html"),
      checks: { counts: { errors: 1 } },
    });
    const { reproduces, files } = await readManifest(folder);
    expect(reproduces?.compared?.reproduced).toBe(true);
    expect(files[0]?.units[0]?.tables).toMatchObject([{ csv: "book.pa/a.csv", parquet: "book.pa/a.parquet" }]);
    expect(written.manifest).toMatchObject({ reproduces: { compared: { reproduced: true } }, files });
  });

  it("keeps the status that the caller saw", async () => {
    const { run, manifest } = await endedRun();
    const written = await writeRunFiles({ ...run, manifest: { ...manifest, status: "canceled" } });
    expect(written.manifest.status).toBe("canceled");
  });

  it("judges and shows no results where jobs are left, or the run was stopped: it only has its summary", async () => {
    for (const incomplete of [{ hasAllResults: false }, { isStopped: () => true }]) {
      const { run, steps, names, manifest } = await endedRun();
      const written = await writeRunFiles({ ...run, ...incomplete });
      expect(steps).toEqual(["ended", "summary"]);
      expect(names()).toEqual(["book.pa", "manifest.json", "summary.md"]);
      expect(written).toEqual({ manifest, isShown: false, checks: undefined, history: undefined, page: undefined });
    }
  });

  it("ends after the step in which a signal came", async () => {
    const { run, steps } = await endedRun();
    await writeRunFiles({ ...run, isStopped: () => steps.includes("checked") });
    expect(steps).toEqual(["comparing", "compared", "ended", "checked", "summary"]);
  });

  it("writes what is asked for, and nothing else", async () => {
    const { run, steps, names } = await endedRun();
    const { folder, manifest, hasAllResults, isStopped, onEvent } = run;
    await writeRunFiles({ folder, manifest, hasAllResults, isStopped, onEvent, csv: false, parquet: false });
    expect(steps).toEqual(["ended", "showing", "shown"]);
    expect(names()).toEqual(["book.pa", "manifest.json"]);
  });

  it("loses no tables, no history and no summary where the page fails", async () => {
    const { folder, run, events } = await endedRun();
    const written = await writeRunFiles({ ...run, writePage: () => Promise.reject(new Error("no space")) });
    expect(events).toContainEqual({ type: "failed", what: "report.html", error: new Error("no space") });
    expect(written).toMatchObject({ page: undefined, history: "a history", isShown: true });
    for (const name of ["book.pa/a.csv", "book.pa/a.parquet", "summary.md"])
      expect(existsSync(path.join(folder, name))).toBe(true);
  });

  it("writes the page also where no table can be written", async () => {
    const { folder, run, steps, events } = await endedRun();
    // Neither form can replace the manifest any more, in which its files are named.
    const spoil = (event: RunFilesEvent) => {
      if (event.type === "showing") writeFileSync(path.join(folder, "manifest.json"), "{");
      run.onEvent(event);
    };
    const { addToHistory: _, ...rest } = run;
    const written = await writeRunFiles({ ...rest, onEvent: spoil });
    expect(steps.slice(-6)).toEqual(["failed", "failed", "page", "page", "shown", "summary"]);
    expect(events.filter(({ type }) => type === "failed")).toMatchObject([
      { what: "CSV files" },
      { what: "Parquet files" },
    ]);
    expect(written.manifest.reproduces?.compared?.reproduced).toBe(true);
  });

  it("tells how the run ended, then fails where the JUnit file cannot be written", async () => {
    const { folder, run, steps } = await endedRun();
    const junit = path.join(folder, "manifest.json", "junit.xml");
    await expect(writeRunFiles({ ...run, checks: { ...run.checks, junit } })).rejects.toThrow("could not be written");
    expect(steps).toEqual(["comparing", "compared", "ended"]);
  });
});
