import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorld, ORIGIN, only, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { checkResults } from "../checks/check-results.ts";
import { parseChecks } from "../checks/checks-files.ts";
import { sha256 } from "../files/open-file.ts";
import { concludeReproduction } from "../reproduce/reproduction.ts";
import { compareRuns } from "../review/compare-runs.ts";
import { addToHistory, unreadLines } from "../review/index.ts";
import { checkRun } from "../verify/check-run.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { inspect } from "./results/inspect.ts";
import { MAX_HELD_BYTES } from "./results/read-stored.ts";
import { writeCsvFiles, writeParquetFiles } from "./results/table-files.ts";
import type { RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const READ = "(it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme)";
const table3 = '"columns":[{"name":"primary_key"},{"name":"0"}],"table":{"primaryKeys":["primary_key"]}';
const version3 = `{"data":{"version":"3.0",${table3},"rows":[{"primary_key":"a","0":1}]}}`;

/** The forms in which the service can send tables that are not read. */
const forms = [
  ["pa", "json", "STACH version 3.0"],
  ["quant", "arrow", "Arrow with metadata of STACH version 3.0 (fds:stach)"],
] as const;

/** Runs a file whose results are in version 3. */
async function runVersion3(family: "pa" | "quant") {
  const request = requests[family]();
  const meta = family === "quant" ? { meta: { format: "Feather" } } : {};
  const file = runFileOf({ ...request, body: { ...Object(request.body), ...meta } });
  const world = createWorld({ faults: ["result=stach-3"] });
  const folder = await temporaryFolder();
  const { client, clock } = world;
  const run = (options: Partial<RunToFolderOptions> = {}) =>
    clock.run(() => runToFolder([file], { client, clock, folder, tool: "test/1", service: ORIGIN, ...options }));
  return { folder, run };
}

describe.each(forms)("a result of %s in version 3 (%s)", (family, extension, form) => {
  it("is kept as it came, and its unit succeeds with a warning, also after a resume", async () => {
    const { folder, run } = await runVersion3(family);
    const manifest = await run();
    expect(manifest.status).toBe("success");
    for (const { status, tables, warnings, file = "", sha256: digest, errors } of only(manifest.files).units) {
      expect({ status, tables, errors }).toEqual({ status: "success", tables: undefined, errors: [] });
      expect(warnings).toEqual([
        `The result is ${form}, which this version does not read ${READ}. The bytes are kept as they came in ${file}. Checks of this unit fail, and its numbers are not compared. A newer version may read it.`,
      ]);
      expect(file).toMatch(new RegExp(`\\.${extension}$`));
      expect(sha256(readFileSync(join(folder, file)))).toBe(digest);
    }
    expect(await readManifest(folder)).toEqual(manifest);
    expect((await run({ resume: true })).files).toEqual(manifest.files);
    expect((await checkRun(folder, () => {})).problems).toEqual([]);
  });

  it("fails its checks by name", async () => {
    const { folder, run } = await runVersion3(family);
    const manifest = await run();
    const checks = parseChecks([{ path: "a.checks.json", text: '{"checks":[{"rowCount":{"min":0}}]}' }]);
    const { findings, counts } = await checkResults({ folder, manifest }, checks, { now: 0, reads: [] });
    expect(counts).toMatchObject({ passed: 0, skipped: 0 });
    expect(new Set(findings.map(({ status, message }) => `${status}: ${message}`))).toEqual(
      new Set([`failed: There is no table to check: it is ${form}, which this version does not read ${READ}.`]),
    );
  });

  it("has no CSV, no Parquet and no numbers in the history, each with the reason", async () => {
    const { folder, run } = await runVersion3(family);
    const { path, units } = only((await run()).files);
    for (const write of [writeCsvFiles, writeParquetFiles]) {
      const { written, problems } = await write(folder);
      expect(written).toBe(0);
      expect(problems.map(({ reason, isAltered }) => ({ reason, isAltered }))).toEqual(
        units.map(() => ({ reason: `it is ${form}, which this version does not read ${READ}`, isAltered: false })),
      );
    }
    const store = join(await temporaryFolder(), "history");
    const addition = await addToHistory(folder, store);
    expect(addition).toMatchObject({ numbers: 0, units: units.length });
    expect(unreadLines(addition)).toEqual(
      units.map(({ id }) => {
        return `${path}, unit ${id}: its numbers were left out: it is ${form}, which this version does not read ${READ}`;
      }),
    );
  });
});

/** A run folder with one unit, whose result is a JSON text. */
async function folderWith(text: string): Promise<{ folder: string; manifest: Manifest }> {
  const { folder, run } = await runVersion3("pa");
  const manifest = await run();
  const [file] = manifest.files;
  const [unit] = file?.units ?? [];
  if (file === undefined || unit?.file === undefined) throw new Error("a unit is expected");
  writeFileSync(join(folder, unit.file), text);
  const units = [{ ...unit, bytes: Buffer.byteLength(text), sha256: sha256(text) }];
  return { folder, manifest: { ...manifest, files: [{ ...file, units }] } };
}

describe("a comparison with a result in version 3", () => {
  const readable =
    '{"data":{"version":"2.0","tables":{"t":{"definition":{"columns":[{"id":"a","type":"real"}]},"data":{"rows":[]}}}}}';
  const why = `it is STACH version 3.0, which this version does not read ${READ}`;

  it.each<[string, string, string]>([
    [version3, readable, `the result is another and cannot be compared: ${why}`],
    [readable, version3, `the earlier result cannot be compared: ${why}`],
  ])("says that the unit is not comparable, and why (%#)", async (now, before, reason) => {
    const [run, baseline] = [await folderWith(now), await folderWith(before)];
    const { units } = await compareRuns({
      files: run.manifest.files,
      folder: run.folder,
      earlier: { folder: baseline.folder, manifest: baseline.manifest, missing: [] },
      missingReason: "",
      tolerances: [],
      parameters: [],
    });
    expect(units.map(({ outcome }) => outcome)).toEqual([{ kind: "not-compared", reason }]);
    writeFileSync(join(run.folder, "manifest.json"), JSON.stringify(run.manifest));
    const { startedAt, service } = baseline.manifest;
    const earlier = { ...baseline, run: { manifestSha256: sha256(""), startedAt, service } };
    expect((await concludeReproduction(earlier, run.folder)).compared).toMatchObject({
      reproduced: false,
      units: [{ outcome: "not-comparable", reason: expect.stringContaining(why) }],
    });
  });
});

describe("a result that is too large for the memory", () => {
  it("is known as whole JSON, and its tables are not counted", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "large.json");
    const row = '{"primary_key":"a","0":1}';
    const text = version3.replace(row, `${`${row},`.repeat(MAX_HELD_BYTES / row.length)}${row}`);
    writeFileSync(path, text);
    const inspected = (expects: "stach" | "pdf" | "bytes") =>
      inspect({ path, contentType: "application/json", bytes: Buffer.byteLength(text), expects, redact: (one) => one });
    expect(await inspected("stach")).toEqual({});
    expect((await inspected("pdf")).defect).toContain("The service gave JSON of");
    expect(await inspected("bytes")).toEqual({});
  });
});
