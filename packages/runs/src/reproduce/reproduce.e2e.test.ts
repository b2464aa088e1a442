import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import type { RunFile, RunToFolderOptions } from "../folder/run-options.ts";
import { runToFolder } from "../folder/run-to-folder.ts";
import { UserError } from "../user-error.ts";
import {
  concludeReproduction,
  differenceLines,
  pinFiles,
  readEarlierRun,
  reproductionHeadline,
} from "./reproduction.ts";

const ORIGIN = "https://api.example";
const february = Date.parse("2026-02-11T10:00:00Z");
const july = Date.parse("2026-07-23T10:00:00Z");

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

async function fileOf(path: string, content: string | object): Promise<RunFile> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const file = readParameterFile(text, { path });
  if (file.family === undefined || file.request === undefined) throw new Error(JSON.stringify(file.issues));
  const { family, request } = file;
  return { path, family, request, sha256: sha256(text), parametersSha256: await digestParameters(file) };
}

const example = (name: string) =>
  fileOf(name, readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), "utf8"));
const movingExamples = ["attribution.pa.json", "official-returns.vault.json", "prices.quant.json", "style.spar.json"];
const weights = () => example("weights.pa.json");

/** Runs files on the service as it is on a day. */
async function runOn(
  start: number,
  files: readonly RunFile[],
  { simulated = {}, ...options }: Partial<RunToFolderOptions> & { readonly simulated?: SimulatorOptions } = {},
): Promise<{ folder: string; manifest: Manifest }> {
  const clock = createVirtualClock({ start });
  const simulator = createSimulator({ clock, jobSeconds: 30, ...simulated });
  const auth = basicAuth("DEMO-1", "demo");
  const client = createClient({ baseUrl: ORIGIN, auth, clock, random: () => 0.5, fetch: simulator.fetch });
  const folder = options.folder ?? join(await temporaryFolder(), "run");
  const run = { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options };
  return { folder, manifest: await clock.run(() => runToFolder(files, run)) };
}

/** Computes a run again on another day, and compares the two. */
async function reproduce(folder: string, files: readonly RunFile[], simulated: SimulatorOptions = {}) {
  const earlier = await readEarlierRun(join(folder, "manifest.json"));
  const pinning = pinFiles(files, earlier.manifest);
  const again = await runOn(july, pinning.files, { simulated, reproduces: earlier.run });
  const { compared } = await concludeReproduction(earlier, again.folder);
  if (compared === undefined) throw new Error("not compared");
  return { ...again, pinning, earlier, compared };
}

async function changeManifest(folder: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  const path = join(folder, "manifest.json");
  await writeFile(path, JSON.stringify(change(await readManifest(folder))));
}

/** The manifest with these fields for its only unit. */
const withUnit = (manifest: Manifest, fields: object): Manifest => ({
  ...manifest,
  files: manifest.files.map((file) => ({ ...file, units: file.units.map((unit) => ({ ...unit, ...fields })) })),
});

describe("a run that is computed again on another day", () => {
  it("has the numbers of then, in every family whose results name their days", async () => {
    const files = await Promise.all(movingExamples.map(example));
    const first = await runOn(february, files);
    expect(first.manifest.status).toBe("success");
    // Without pinned dates, the results are those of other days, so the test below can fail.
    const plain = await runOn(july, files);
    const digests = ({ files: all }: Manifest) => all.flatMap(({ units }) => units.map((unit) => unit.sha256));
    for (const [index, file] of plain.manifest.files.entries())
      expect(digests({ ...plain.manifest, files: [file] })).not.toEqual(
        first.manifest.files[index]?.units.map((unit) => unit.sha256),
      );

    const { compared, folder, earlier, pinning } = await reproduce(first.folder, files);
    expect(compared.units.filter(({ outcome }) => outcome !== "same-bytes" && outcome !== "same-tables")).toEqual([]);
    expect(compared.units).toHaveLength(digests(first.manifest).length);
    expect(compared.reproduced).toBe(true);
    expect(reproductionHeadline(compared)).toMatch(/^reproduced: (\d+) of \1 results the same/);
    expect(pinning.dates).toContainEqual(
      expect.objectContaining({ path: "official-returns.vault.json", text: "0M", day: "20260130" }),
    );
    const manifest = await readManifest(folder);
    expect(manifest.reproduces).toEqual({
      manifestSha256: sha256(await readFile(join(first.folder, "manifest.json"))),
      startedAt: "2026-02-11T10:00:00.000Z",
      service: ORIGIN,
      compared,
    });
    // The digests are those of the unchanged files, so that this run can be reproduced in turn.
    expect(manifest.files.map((file) => file.parametersSha256)).toEqual(files.map((file) => file.parametersSha256));
    expect(earlier.manifest.files.map((file) => file.sha256)).toEqual(manifest.files.map((file) => file.sha256));
  });

  it("says what differs where the service knows other data", async () => {
    const files = [await weights()];
    const first = await runOn(february, files);
    const { compared } = await reproduce(first.folder, files, { seed: 2 });
    expect(compared).toMatchObject({
      reproduced: false,
      units: [{ path: "weights.pa.json", outcome: "differs", reason: expect.stringMatching(/cells? differ/) }],
    });
    const [unit] = compared.units;
    const [move] = unit?.moves ?? [];
    expect(move).toEqual({
      row: expect.stringMatching(/./),
      column: expect.stringMatching(/./),
      before: expect.any(Number),
      after: expect.any(Number),
    });
    expect(move?.before).not.toBe(move?.after);
    expect(reproductionHeadline(compared)).toBe("not reproduced: 0 of 1 result the same, 1 differs");
    expect(differenceLines(compared)[0]).toContain(
      `the largest move: ${move?.column} of ${move?.row}, ${move?.before} earlier, ${move?.after} later`,
    );
  });

  it("is the same in its tables where the service writes them in another way", async () => {
    const files = [await weights()];
    const first = await runOn(february, files);
    const file = join(first.folder, first.manifest.files[0]?.units[0]?.file ?? "");
    const text = JSON.stringify(JSON.parse(await readFile(file, "utf8")), null, 1);
    await writeFile(file, text);
    const fields = { bytes: Buffer.byteLength(text), sha256: sha256(text) };
    await changeManifest(first.folder, (manifest) => withUnit(manifest, fields));
    const { compared } = await reproduce(first.folder, files);
    expect(compared).toMatchObject({ reproduced: true, units: [{ outcome: "same-tables" }] });
    expect(reproductionHeadline(compared)).toBe("reproduced: 1 of 1 result the same, 1 of them in its tables alone");
  });

  it("cannot be compared with results that are gone or altered, unless the bytes are the same", async () => {
    const files = [await weights()];
    const first = await runOn(february, files);
    const file = join(first.folder, first.manifest.files[0]?.units[0]?.file ?? "");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace(/\d/, "7"));
    const altered = await reproduce(first.folder, files, { seed: 2 });
    expect(altered.compared).toMatchObject({
      reproduced: false,
      units: [
        {
          outcome: "not-comparable",
          reason: expect.stringContaining("its SHA-256 is not that of the bytes that were stored"),
        },
      ],
    });
    await rm(file);
    const gone = await reproduce(first.folder, files, { seed: 2 });
    expect(gone.compared.units).toMatchObject([
      { outcome: "not-comparable", reason: expect.stringContaining("the file is missing") },
    ]);
    expect(reproductionHeadline(gone.compared)).toBe("not reproduced: 0 of 1 result the same, 1 cannot be compared");
    expect((await reproduce(first.folder, files)).compared).toMatchObject({
      reproduced: true,
      units: [{ outcome: "same-bytes" }],
    });
  });

  it("is compared with no result of other days, where a unit leaves its days to the service", async () => {
    const { request } = await weights();
    const { dates: _, ...unit } = Object(Object(request).data).weights;
    const files = [await fileOf("saved.pa.json", { data: { weights: unit } })];
    const first = await runOn(february, files);
    const { compared, pinning } = await reproduce(first.folder, files);
    expect(pinning.dates).toEqual([]);
    expect(compared).toMatchObject({
      reproduced: false,
      units: [
        {
          outcome: "not-comparable",
          reason:
            "it was computed for 2026-02-11 earlier and for 2026-07-23 later: its parameters leave the days to the service",
        },
      ],
    });
  });

  it("leaves units without a result in the earlier run as they are, and one without a result now does not pass", async () => {
    const { request } = await weights();
    const { weights: unit } = Object(Object(request).data);
    const bad = { ...unit, accounts: [{ id: "Client:/Nowhere/NOTHING.ACCT", holdingsmode: "B&H" }] };
    const files = [await fileOf("two.pa.json", { data: { good: unit, bad } })];
    const first = await runOn(february, files);
    const { compared, pinning, folder } = await reproduce(first.folder, files);
    expect(pinning.notes.slice(1)).toEqual([
      "two.pa.json, unit bad: it had no result in the earlier run, so its relative dates stay as they are.",
    ]);
    expect(compared).toMatchObject({
      reproduced: true,
      units: expect.arrayContaining([
        { path: "two.pa.json", id: "good", outcome: "same-bytes" },
        {
          path: "two.pa.json",
          id: "bad",
          outcome: "not-comparable",
          reason: "it had no result in the earlier run: failure",
        },
      ]),
    });
    // As if the unit had succeeded in the earlier run; now it fails.
    await changeManifest(folder, ({ reproduces: _, ...manifest }) =>
      withUnit(manifest, { status: "success", dates: { start: "20260130", end: "20260130" } }),
    );
    const last = await reproduce(folder, files);
    expect(last.compared).toMatchObject({
      reproduced: false,
      units: expect.arrayContaining([
        {
          path: "two.pa.json",
          id: "bad",
          outcome: "not-comparable",
          reason: expect.stringMatching(/no result now: failure: ./),
        },
      ]),
    });
  });

  it("may leave files out, and says so; with no result of then it is no reproduction", async () => {
    const files = await Promise.all(["weights.pa.json", "prices.quant.json"].map(example));
    const first = await runOn(february, files);
    const { compared, pinning } = await reproduce(first.folder, files.slice(0, 1));
    expect(pinning.notes.slice(1)).toEqual(["1 of the 2 files in the manifest are left out."]);
    expect(compared.units.map(({ path }) => path)).toEqual(["weights.pa.json"]);
    await changeManifest(first.folder, (manifest) => withUnit(manifest, { status: "lost" }));
    expect((await reproduce(first.folder, files)).compared.reproduced).toBe(false);
  });
});

describe("refused, before anything is sent", () => {
  const problemsOf = (files: readonly RunFile[], manifest: Manifest) => {
    try {
      pinFiles(files, manifest);
      return [];
    } catch (error) {
      return error instanceof UserError ? error.lines.slice(0, -1) : [String(error)];
    }
  };

  it("files that are not those of the manifest, by name", async () => {
    const file = await weights();
    const { manifest } = await runOn(february, [file]);
    expect(problemsOf([file], manifest)).toEqual([]);
    expect(
      problemsOf(
        [
          { ...file, parametersSha256: sha256("other") },
          { ...file, sha256: sha256("other") },
          { ...file, family: "spar" },
          { ...file, path: "new.pa.json" },
        ],
        manifest,
      ),
    ).toEqual([
      "weights.pa.json is not the file that was run: its parameters differ (parametersSha256). Check out the commit of that run, or leave the file out.",
      "weights.pa.json is not the file that was run: it is written in another way, though its parameters are the same (sha256). Check out the commit of that run, or leave the file out.",
      "weights.pa.json was run as pa, and is read as spar. Check out the commit of that run, or leave the file out.",
      "new.pa.json is not in the manifest to reproduce. Leave it out.",
    ]);
  });

  it("relative dates whose days the manifest does not say", async () => {
    const files = [await example("monthly-book.pub.json"), await weights()];
    const { manifest } = await runOn(february, files);
    const found = problemsOf(files, manifest);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /^monthly-book\.pub\.json cannot be computed as it was: the manifest does not say which day the relative date "-1M" at \/data\/[^/]+\/dates\/startdate was and 1 other\. Leave the file out\.$/,
    );
  });

  it("a manifest that is not there, or is none", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "manifest.json");
    await expect(readEarlierRun(path)).rejects.toThrow(/manifest\.json: no such file or directory/);
    await expect(readEarlierRun(path)).rejects.toBeInstanceOf(UserError);
    await expect(readEarlierRun(folder)).rejects.toBeInstanceOf(UserError);
    await writeFile(path, "{}");
    await expect(readEarlierRun(path)).rejects.toThrow(/another version/);
  });
});

it("is resumed as what it is, and with no other dates", async () => {
  const files = [await weights()];
  const first = await runOn(february, files);
  const earlier = await readEarlierRun(join(first.folder, "manifest.json"));
  const pinning = pinFiles(files, earlier.manifest);
  const again = await runOn(july, pinning.files, { reproduces: earlier.run, signal: AbortSignal.abort() });
  expect(again.manifest.status).toBe("canceled");
  const resume = { folder: again.folder, resume: true };
  await expect(runOn(july, files, resume)).rejects.toThrow(
    /reproduces the run of 2026-02-11.*resume it with the manifest/,
  );
  const other = { ...earlier.run, manifestSha256: sha256("another") };
  await expect(runOn(july, pinning.files, { ...resume, reproduces: other })).rejects.toThrow(UserError);
  await expect(runOn(july, files, { folder: first.folder, resume: true, reproduces: earlier.run })).rejects.toThrow(
    "reproduces no other",
  );
  const resumed = await runOn(july, pinning.files, { ...resume, reproduces: earlier.run });
  expect(resumed.manifest).toMatchObject({ status: "success", reproduces: earlier.run });
  const { compared } = await concludeReproduction(earlier, again.folder);
  expect(compared?.reproduced).toBe(true);
});
