import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sleep } from "@analytics-engines/core/basics";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { describe, expect, it } from "vitest";
import { createWorld, ORIGIN, type World } from "../../../../core/test/support/world.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { sha256 } from "../../files/open-file.ts";
import { checkRun } from "../../verify/check-run.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifest, writeManifest } from "../manifest/manifest-file.ts";
import type { RunFile, RunToFolderOptions } from "../run-options.ts";
import { runToFolder } from "../run-to-folder.ts";

const example = readFile(new URL("../../../../../docs/examples/weights.pa.json", import.meta.url), "utf8");

type Changes = Readonly<Record<string, object>>;

/** A file of `pa` units for one day, and how each differs from the example. */
async function fileOf(path: string, units: Changes, dates: object = { enddate: "20240131" }): Promise<RunFile> {
  const { request } = readParameterFile(await example, { family: "pa" });
  const unit = Object.values(Object(request).data)[0];
  const data = Object.fromEntries(
    Object.entries(units).map(([id, change]) => [id, structuredClone({ ...Object(unit), dates, ...change })]),
  );
  const digest = sha256(JSON.stringify(data));
  return { path, family: "pa", request: { data }, sha256: digest, parametersSha256: digest };
}

const plain = { a: {}, b: { currencyisocode: "EUR" }, c: { currencyisocode: "GBP" } };

function runIn(world: World, folder: string, files: readonly RunFile[], options: Partial<RunToFolderOptions> = {}) {
  const { client, clock } = world;
  const run = { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options };
  return world.clock.run(() => runToFolder(files, run));
}

/** A world with a run of three units in a folder, and the place for the next run. */
async function afterRun(units: Changes = plain, dates?: object) {
  const world = createWorld();
  const parent = await temporaryFolder();
  const [earlier, folder] = [join(parent, "earlier"), join(parent, "next")];
  const first = await runIn(world, earlier, [await fileOf("book.pa.json", units, dates)]);
  expect(first.status).toBe("success");
  const requestsBefore = world.simulator.requests.length;
  const requests = () => world.simulator.requests.slice(requestsBefore).map(({ operation }) => operation);
  return { world, earlier, folder, first, reuseFrom: { folder: earlier, name: "earlier" }, requests };
}

const reusedIds = ({ files }: Manifest) =>
  files.flatMap(({ units }) => units.filter(({ reused }) => reused !== undefined).map(({ id }) => id)).sort();
const unitsOfJobs = ({ simulator }: World) => simulator.jobs.map(({ units }) => units.length);

describe("a run that reuses another", () => {
  it("creates a job of the changed unit alone, and has the bytes of the others", async () => {
    const { world, earlier, folder, first, reuseFrom } = await afterRun();
    const file = await fileOf("book.pa.json", { ...plain, b: { currencyisocode: "JPY" } });
    const manifest = await runIn(world, folder, [file], { reuseFrom });
    expect(manifest.status).toBe("success");
    expect(reusedIds(manifest)).toEqual(["a", "c"]);
    expect(unitsOfJobs(world)).toEqual([3, 1]);
    const before = new Map(first.files[0]?.units.map((unit) => [unit.id, unit]));
    const reused = {
      run: "earlier",
      manifestSha256: sha256(await readFile(join(earlier, "manifest.json"))),
      startedAt: first.startedAt,
    };
    for (const unit of manifest.files[0]?.units ?? []) {
      const { sha256: digest, parametersSha256, dates, tables } = before.get(unit.id) ?? {};
      if (unit.id !== "b")
        expect(unit).toMatchObject({ status: "success", sha256: digest, parametersSha256, dates, tables, reused });
      else expect(unit.reused).toBeUndefined();
    }
    expect(await readManifest(folder)).toEqual(manifest);
    expect(await checkRun(folder, () => {})).toMatchObject({ problems: [], results: 3 });
  });

  it("creates no job where nothing changed, also of a file with another name, and can be resumed and reused itself", async () => {
    const { world, folder, first, reuseFrom, requests } = await afterRun();
    const file = await fileOf("renamed.pa.json", plain);
    const manifest = await runIn(world, folder, [file], { reuseFrom });
    expect(reusedIds(manifest)).toEqual(["a", "b", "c"]);
    expect(requests()).toEqual(["lookups.currencies.list"]);
    expect(manifest.files[0]).toMatchObject({ status: "success", requestKeys: [] });
    expect(await runIn(world, folder, [file], { resume: true })).toMatchObject({ status: "success" });
    const third = await runIn(world, `${folder}-3`, [file], { reuseFrom: { folder, name: "next" } });
    expect(third.files[0]?.units[0]?.reused).toMatchObject({ run: "next", startedAt: first.startedAt });
    expect(requests()).not.toContain("pa.calculations.createOrUpdate");
  });

  it("converts relative dates, and computes for other days", async () => {
    const { world, folder, reuseFrom, requests } = await afterRun(plain, { enddate: "0M" });
    const file = await fileOf("book.pa.json", plain, { enddate: "0M" });
    expect(reusedIds(await runIn(world, folder, [file], { reuseFrom }))).toEqual(["a", "b", "c"]);
    expect(requests().filter((name) => name === "pa.dates.convert")).toHaveLength(1);
    await world.clock.run(() => sleep(world.clock, 40 * 24 * 3600 * 1000));
    const later = { ...reuseFrom, maxAgeSeconds: 60 * 24 * 3600 };
    expect(reusedIds(await runIn(world, `${folder}-later`, [file], { reuseFrom: later }))).toEqual([]);
    expect(unitsOfJobs(world)).toEqual([3, 3]);
  });

  it.each<[string, Partial<RunToFolderOptions>]>([
    ["of another service", { service: "https://other.vendor.example" }],
    ["that is too old", { reuseFrom: { folder: "", maxAgeSeconds: 1 } }],
  ])("computes all after a run %s", async (_title, options) => {
    const { world, folder, reuseFrom } = await afterRun({ a: {} });
    const merged = { ...options, reuseFrom: { ...reuseFrom, ...options.reuseFrom, folder: reuseFrom.folder } };
    expect(reusedIds(await runIn(world, folder, [await fileOf("book.pa.json", { a: {} })], merged))).toEqual([]);
    expect(unitsOfJobs(world)).toEqual([1, 1]);
  });

  it("names a result whose bytes were altered, and computes its unit", async () => {
    const { world, earlier, folder, first, reuseFrom } = await afterRun();
    const [altered] = first.files[0]?.units ?? [];
    await writeFile(join(earlier, altered?.file ?? ""), "{}");
    const reasons: string[] = [];
    const manifest = await runIn(world, folder, [await fileOf("book.pa.json", plain)], {
      reuseFrom,
      onEvent: (event) => event.type === "not-reused" && reasons.push(`${event.unitId}: ${event.reason}`),
    });
    expect(reasons).toEqual([expect.stringMatching(/^\w: book\.pa\/\w\.json: it has 2 bytes, and \d+ were stored$/)]);
    expect(reusedIds(manifest)).toEqual(["a", "b", "c"].filter((id) => id !== altered?.id));
    expect(manifest.status).toBe("success");
  });

  it("refuses a folder without a run, and a manifest that was altered, and sends nothing", async () => {
    const { world, earlier, folder, requests } = await afterRun();
    const file = await fileOf("book.pa.json", plain);
    await expect(runIn(world, folder, [file], { reuseFrom: { folder: `${earlier}-none` } })).rejects.toThrow(
      /has no manifest\.json that can be read/,
    );
    const path = join(earlier, "manifest.json");
    await writeFile(path, (await readFile(path, "utf8")).replace('"bytes": ', '"bytes": 1'));
    await expect(runIn(world, folder, [file], { reuseFrom: { folder: earlier } })).rejects.toThrow(/manifest\.json/);
    expect(requests()).toEqual([]);
  });
});

describe("a run that reuses another and is stopped", () => {
  it("keeps what it has copied, and computes the rest once, without the earlier run", async () => {
    const { world, folder, reuseFrom } = await afterRun();
    const files = [await fileOf("book.pa.json", plain), await fileOf("new.pa.json", { d: { currencyisocode: "CHF" } })];
    const stop = new AbortController();
    const stopped = await runIn(world, folder, files, {
      reuseFrom,
      signal: stop.signal,
      cancelOnAbort: false,
      onEvent: (event) => event.type === "job-created" && stop.abort(new Error("enough")),
    });
    expect([stopped.status, reusedIds(stopped)]).toEqual(["unknown", ["a", "b", "c"]]);
    const resumed = await runIn(world, folder, files, { resume: true });
    expect([resumed.status, reusedIds(resumed)]).toEqual(["success", ["a", "b", "c"]]);
    expect(unitsOfJobs(world)).toEqual([3, 1]);
    expect(await checkRun(folder, () => {})).toMatchObject({ problems: [], results: 4 });
  });

  it("before it has copied anything computes all when it is resumed", async () => {
    const { world, folder, reuseFrom } = await afterRun();
    const files = [await fileOf("book.pa.json", plain)];
    const stopped = await runIn(world, folder, files, { reuseFrom, freeBytes: async () => 0 }).catch((error) => error);
    expect(stopped).toMatchObject({ name: "StorageError" });
    const resumed = await runIn(world, folder, files, { resume: true });
    expect([resumed.status, reusedIds(resumed)]).toEqual(["success", []]);
  });

  it("says which copy was damaged since", async () => {
    const { world, folder, reuseFrom } = await afterRun();
    const files = [await fileOf("book.pa.json", plain)];
    const manifest = await runIn(world, folder, files, { reuseFrom });
    await writeFile(join(folder, manifest.files[0]?.units[0]?.file ?? ""), "{}");
    const resumed = await runIn(world, folder, files, { resume: true });
    expect(resumed.status).toBe("failure");
    expect(resumed.files[0]?.units[0]).toMatchObject({ status: "lost", errors: [{ code: "damaged-result" }] });
    expect(unitsOfJobs(world)).toEqual([3]);
  });
});

it("does not reuse a unit whose end is not proved, or whose run computed another again", async () => {
  const { world, earlier, folder, reuseFrom, first } = await afterRun({ a: {} });
  const { version: _, ...head } = first;
  const cases: readonly Manifest[] = [
    {
      ...first,
      files: first.files.map((file) => ({
        ...file,
        units: file.units.map((unit) => ({ ...unit, end: "not-proved" as const })),
      })),
    },
    {
      version: 1,
      ...head,
      reproduces: { manifestSha256: "0".repeat(64), startedAt: first.startedAt, service: ORIGIN },
    },
  ];
  await copyFile(join(earlier, "manifest.json"), join(earlier, "kept.json"));
  for (const [index, manifest] of cases.entries()) {
    await writeManifest(earlier, manifest);
    const next = await runIn(world, `${folder}-${index}`, [await fileOf("book.pa.json", { a: {} })], { reuseFrom });
    expect(reusedIds(next)).toEqual([]);
  }
});
