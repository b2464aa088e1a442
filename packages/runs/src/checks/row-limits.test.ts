import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { sha256 } from "../files/open-file.ts";
import type { ComparedFolder } from "../review/compare-runs.ts";
import { checkFiles } from "../sweep/check-files.ts";
import { checkResults, openChecks } from "./check-results.ts";
import { findChecks, readProjectFile } from "./checks-files.ts";

const now = Date.parse("2026-11-25T06:00:00Z");
let folder = "";
beforeEach(async () => {
  folder = await temporaryFolder();
  write("book/weights.template.json", JSON.stringify({ componentid: "A", accounts: [{ id: "x" }] }));
  write(
    "book/accounts.pa.sweep.json",
    JSON.stringify({
      template: "weights.template.json",
      rows: "accounts.csv",
      id: "{name}",
      fill: { "/accounts/0/id": "{account}" },
      exclude: "skip",
    }),
  );
  write("book/accounts.csv", "name,account,most,skip\neu,Client:/EU,10,\nus,Client:/US,4,\nold,Client:/OLD,,x\n");
});

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

function writeChecks(...checks: readonly object[]): void {
  write("a.checks.json", JSON.stringify({ checks }, null, 1));
}

/** `FILE:LINE:COLUMN MESSAGE` of each issue of the checks file and of what it needs. */
async function issuesOf(): Promise<readonly string[]> {
  const files = await checkFiles(folder, ["a.checks.json"], { isOfAnyKind: true });
  return files.flatMap(({ path: name, issues }) =>
    issues.map(({ message, range: { start } }) => `${name}:${start.line}:${start.column} ${message}`),
  );
}

/** The largest weight of a row of the sweep is in its column. */
const most = (column = "most", more = {}) => ({ between: { column: "Weight", maxFrom: column }, ...more });

describe("limits in the rows of sweeps", () => {
  it("are right where each selected row has a number", async () => {
    writeChecks(most());
    expect(await issuesOf()).toEqual([]);
    expect(await findChecks(folder, undefined)).toHaveLength(1);
  });

  it("are mistakes at their places before a run", async () => {
    const misspelt = [most("mots"), most("name"), most("most", { files: "other/**" })];
    // A cell is one mistake, however many checks have their limits there.
    writeChecks(...misspelt, most("most", { units: "u*" }), most());
    write("book/accounts.csv", "name,account,most,skip\neu,Client:/EU,10,\nus,Client:/US,,\n");
    const expected = [
      "a.checks.json:6:16 The rows of `book/accounts.pa.sweep.json` have no column `mots`. Did you mean `most`?",
      "a.checks.json:18:16 The check selects no row of a sweep, so no unit has its limit in the column `most`.",
      "book/accounts.csv:2:1 `eu` is no number, and a check has its limit here.",
      "book/accounts.csv:3:1 `us` is no number, and a check has its limit here.",
      "book/accounts.csv:3:15 The cell is empty, and a check has its limit here.",
    ];
    expect(await issuesOf()).toEqual(expected);
    const opening = openChecks(folder, { checks: ["*.checks.json"] });
    await expect(opening).rejects.toThrow(expected[0]?.replace(/ /, ": "));
    await expect(opening).rejects.toThrow("book/accounts.csv:3:15: The cell is empty");
  });
});

/** A run of the sweep, in which each row has a weight. */
async function runOf(
  weights: Readonly<Record<string, number>>,
  sweep = "book/accounts.pa.sweep.json",
): Promise<ComparedFolder> {
  const units = Object.entries(weights).map(([id, weight], at) => {
    const columns = [{ id: "weight", name: "weight", description: "Weight", type: "real" }];
    const table = { definition: { columns }, data: { rows: [{ values: { weight } }] } };
    const text = JSON.stringify({ version: "2.0", tables: { t: table } });
    const file = `${id}.json`;
    write(`run/${file}`, text);
    const stored = { file, contentType: "application/json", bytes: text.length, sha256: sha256(text) };
    return { ...unitOf(id, stored), row: { sweep, row: id, line: at + 2 } };
  });
  return { folder: path.join(folder, "run"), manifest: manifestOf([fileOf(sweep, units)]) };
}

async function outcomesOf(run: ComparedFolder, reads = [readProjectFile(folder, {})]): Promise<readonly string[]> {
  const { findings } = await checkResults(run, await findChecks(folder, undefined), { now, reads });
  return findings.map(({ unit, status, message }) => `${unit} ${status} ${message}`);
}

describe("a unit is judged by the limit of its row", () => {
  it("each by its own", async () => {
    writeChecks(most());
    expect(await outcomesOf(await runOf({ eu: 5, us: 5 }))).toEqual([
      "eu passed Each cell of Weight is as expected.",
      "us failed `Weight` of `row 1` is 5; expected: at most 4.",
    ]);
  });

  it("and fails where the row or the sweep is gone, or the unit has none", async () => {
    writeChecks(most());
    const run = await runOf({ gone: 5 });
    expect(await outcomesOf(run)).toEqual(["gone failed `book/accounts.pa.sweep.json` has no row `gone` any more."]);
    expect(await outcomesOf(await runOf({ eu: 5 }, "book/gone.pa.sweep.json"))).toEqual([
      expect.stringMatching(/^eu failed The limits of the rows are not known: `book\/gone\.pa\.sweep\.json` .*\.$/),
    ]);
    const [file] = run.manifest.files;
    const plain = {
      ...run,
      manifest: manifestOf([
        fileOf(
          "a.pa.json",
          (file?.units ?? []).map(({ row: _, ...unit }) => unit),
        ),
      ]),
    };
    expect(await outcomesOf(plain)).toEqual([
      "gone failed The unit does not come from a sweep, so no row has its limits.",
    ]);
  });

  it("of the base, so that a change cannot loosen its own limits; a row that is new has its own", async () => {
    writeChecks(most());
    const base = (file: string) =>
      file.endsWith(".csv")
        ? { text: "name,account,most,skip\neu,Client:/EU,1,\n" }
        : readProjectFile(folder, {})(file);
    expect(await outcomesOf(await runOf({ eu: 5, us: 3 }), [base, readProjectFile(folder, {})])).toEqual([
      "eu failed `Weight` of `row 1` is 5; expected: at most 1.",
      "us passed Each cell of Weight is as expected.",
    ]);
  });
});

describe("a unit that agrees with another", () => {
  const agrees = (more = {}) => ({ units: "eu", agrees: { column: "Weight", with: { unit: "us" } }, ...more });

  it("is compared with it, and fails where the run does not have it", async () => {
    writeChecks(agrees());
    expect(await outcomesOf(await runOf({ eu: 5, us: 5 }))).toEqual(["eu passed Each cell of Weight is as expected."]);
    expect(await outcomesOf(await runOf({ eu: 5, us: 4 }))).toEqual([
      "eu failed `Weight` of `row 1` is 5; expected: 4 of `Weight` in `book/accounts.pa.sweep.json#us`.",
    ]);
    expect(await outcomesOf(await runOf({ eu: 5 }))).toEqual([
      "eu failed The run has no unit `book/accounts.pa.sweep.json#us` to compare with.",
    ]);
  });

  it("is not judged where the other one failed, and waits for the merged run where another shard has it", async () => {
    writeChecks({ units: "eu", agrees: { column: "Weight", with: { file: "b.pa.json", unit: "us" } } });
    const run = await runOf({ eu: 5 });
    const withFile = (...files: Parameters<typeof manifestOf>[0]) => ({
      ...run,
      manifest: manifestOf([...run.manifest.files, ...files]),
    });
    expect(await outcomesOf(withFile(fileOf("b.pa.json", [unitOf("us", { status: "failure" })])))).toEqual([
      "eu unjudged The status of `b.pa.json#us` is failure.",
    ]);
    expect(await outcomesOf(withFile(fileOf("b.pa.json", [], { status: "failure" })))).toEqual([
      "eu unjudged The status of the job `b.pa.json` is failure.",
      "undefined unjudged The status of the job is failure, so there is no table to check.",
    ]);
    const planned = [
      { path: "book/accounts.pa.sweep.json", shard: 1 },
      { path: "b.pa.json", shard: 2 },
    ];
    const shard = { index: 1, total: 2, planSha256: "a".repeat(64), files: planned };
    expect(await outcomesOf({ ...run, manifest: { ...run.manifest, shard } })).toEqual([
      "eu skipped Another shard has the unit to compare with: check the merged run.",
    ]);
  });
});
