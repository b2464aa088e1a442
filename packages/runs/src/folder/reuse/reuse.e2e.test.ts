import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunEvent } from "@analytics-engines/core";
import { sleep } from "@analytics-engines/core/basics";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { describe, expect, it } from "vitest";
import { createWorld, ORIGIN, type World } from "../../../../core/test/support/world.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { sha256 } from "../../files/open-file.ts";
import { describeEvent } from "../../progress/run-progress.ts";
import { checkRun } from "../../verify/check-run.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifest, writeManifest } from "../manifest/manifest-file.ts";
import type { RunFile, RunToFolderOptions } from "../run-options.ts";
import { runToFolder } from "../run-to-folder.ts";

const exampleOf = (name: string) => readFile(new URL(`../../../../../docs/examples/${name}`, import.meta.url), "utf8");

type Changes = Readonly<Record<string, object>>;

/** A file of units for one day, and how each differs from the example. */
async function fileOf(
  path: string,
  units: Changes,
  dates: object = { startdate: "20240131", enddate: "20240131" },
  example: "weights.pa.json" | "style.spar.json" = "weights.pa.json",
): Promise<RunFile> {
  const family = example === "weights.pa.json" ? "pa" : "spar";
  const { request } = readParameterFile(await exampleOf(example), { family });
  const unit = Object.values(Object(request).data)[0];
  const data = Object.fromEntries(
    Object.entries(units).map(([id, change]) => [id, structuredClone({ ...Object(unit), dates, ...change })]),
  );
  const digest = sha256(JSON.stringify(data));
  return { path, family, request: { data }, sha256: digest, parametersSha256: digest };
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
  return { world, earlier, folder, first, reuse: { folder: earlier, name: "earlier" }, requests };
}

const reusedIds = ({ files }: Manifest) =>
  files.flatMap(({ units }) => units.filter(({ reused }) => reused !== undefined).map(({ id }) => id)).sort();
const unitsOfJobs = ({ simulator }: World) => simulator.jobs.map(({ units }) => units.length);

describe("a run that reuses another", () => {
  it("creates a job of the changed unit alone, and has the bytes of the others", async () => {
    const { world, earlier, folder, first, reuse } = await afterRun();
    const file = await fileOf("book.pa.json", { ...plain, b: { currencyisocode: "JPY" } });
    const manifest = await runIn(world, folder, [file], { reuse });
    expect(manifest.status).toBe("success");
    expect(reusedIds(manifest)).toEqual(["a", "c"]);
    const computed = [{ reason: "of new or changed parameters", units: 1 }];
    expect(manifest.reuse).toEqual({ run: "earlier", copied: 2, computed });
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
    const { world, folder, first, reuse, requests } = await afterRun();
    const file = await fileOf("renamed.pa.json", plain);
    const manifest = await runIn(world, folder, [file], { reuse });
    expect(reusedIds(manifest)).toEqual(["a", "b", "c"]);
    expect(requests()).toEqual(["lookups.currencies.list"]);
    expect(manifest.files[0]).toMatchObject({ status: "success", requestKeys: [] });
    expect(await runIn(world, folder, [file], { resume: true })).toMatchObject({ status: "success" });
    const third = await runIn(world, `${folder}-3`, [file], { reuse: { folder, name: "next" } });
    expect(third.files[0]?.units[0]?.reused).toMatchObject({ run: "next", startedAt: first.startedAt });
    expect(requests()).not.toContain("pa.calculations.createOrUpdate");
  });

  it("converts relative dates, and computes for other days", async () => {
    const { world, folder, reuse, requests } = await afterRun(plain, { enddate: "0M" });
    const file = await fileOf("book.pa.json", plain, { enddate: "0M" });
    expect(reusedIds(await runIn(world, folder, [file], { reuse }))).toEqual(["a", "b", "c"]);
    expect(requests().filter((name) => name === "pa.dates.convert")).toHaveLength(1);
    await world.clock.run(() => sleep(world.clock, 40 * 24 * 3600 * 1000));
    const later = await runIn(world, `${folder}-later`, [file], { reuse });
    expect(reusedIds(later)).toEqual([]);
    expect(later.reuse?.computed).toEqual([{ reason: "with dates that mean other days now", units: 3 }]);
    expect(unitsOfJobs(world)).toEqual([3, 3]);
  });

  it("copies a result of any age, as a nightly run does that begins a day and some seconds later", async () => {
    const { world, folder, reuse } = await afterRun();
    await world.clock.run(() => sleep(world.clock, 400 * 24 * 3600 * 1000));
    const manifest = await runIn(world, folder, [await fileOf("book.pa.json", plain)], { reuse });
    expect(manifest.reuse).toEqual({ run: "earlier", copied: 3, computed: [] });
  });

  it("of a family whose dates the service does not convert copies absolute dates, and relative ones while they mean the same day", async () => {
    const world = createWorld();
    const parent = await temporaryFolder();
    const spar = (dates: object) => fileOf("style.spar.json", { a: {} }, dates, "style.spar.json");
    const absolute = await spar({ startdate: "20230131", enddate: "20240131", frequency: "Monthly" });
    const monthly = {
      ...(await spar({ startdate: "-12M", enddate: "0M", frequency: "Monthly" })),
      path: "monthly.spar.json",
    };
    const daily = {
      ...(await spar({ startdate: "-12M", enddate: "0", frequency: "Monthly" })),
      path: "daily.spar.json",
    };
    const files = [absolute, monthly, daily];
    await runIn(world, join(parent, "0"), files);
    const copied: (readonly string[])[] = [];
    for (const [night, days] of [0.1, 1, 30].entries()) {
      await world.clock.run(() => sleep(world.clock, days * 24 * 3600 * 1000));
      const reuse = { folder: join(parent, "0") };
      const { files: entries } = await runIn(world, join(parent, `${night + 1}`), files, { reuse });
      copied.push(entries.filter(({ units: [unit] }) => unit?.reused !== undefined).map(({ path }) => path));
    }
    expect(copied).toEqual([
      [absolute, monthly, daily].map(({ path }) => path),
      [absolute, monthly].map(({ path }) => path),
      [absolute.path],
    ]);
  });

  it.each<[string, string, (world: World) => Partial<RunToFolderOptions>]>([
    ["of another service", "computed by another service", () => ({ service: "https://other.vendor.example" })],
    ["that is older than the limit", "older than the age limit", () => ({ reuse: { folder: "", maxAgeSeconds: 1 } })],
    ["of another user", "computed by another user", (world) => ({ client: { ...world.client, user: "OTHER-2" } })],
    [
      "where only the service knows the user",
      "of a user that the token does not name",
      (world) => ({ client: { ...world.client, user: undefined } }),
    ],
  ])("computes all after a run %s, and says so", async (_title, reason, optionsIn) => {
    const { world, folder, reuse } = await afterRun({ a: {} });
    const options = optionsIn(world);
    const merged = { ...options, reuse: { ...reuse, ...options.reuse, folder: reuse.folder } };
    const events: RunEvent[] = [];
    const manifest = await runIn(world, folder, [await fileOf("book.pa.json", { a: {} })], {
      ...merged,
      onEvent: (event) => event.type === "reuse" && events.push(event),
    });
    expect(reusedIds(manifest)).toEqual([]);
    expect(unitsOfJobs(world)).toEqual([1, 1]);
    const summary = { run: merged.reuse.name, copied: 0, computed: [{ reason, units: 1 }] };
    expect(manifest.reuse).toEqual(summary);
    expect(events).toEqual([{ type: "reuse", ...summary }]);
    expect(events.map((event) => describeEvent(event))).toEqual([
      `0 of 1 unit copied from ${merged.reuse.name}. Computed: 1 ${reason}.`,
    ]);
  });

  it("copies nothing of a run that two users resumed: no user computed all of it", async () => {
    const { world, earlier, folder, reuse } = await afterRun({ a: {} });
    const file = await fileOf("book.pa.json", { a: {} });
    const other = { client: { ...world.client, user: "OTHER-2" } };
    expect((await runIn(world, earlier, [file], { resume: true, ...other })).userSha256).toBeUndefined();
    for (const options of [{}, other]) {
      const next = await runIn(world, `${folder}${Object.keys(options).length}`, [file], { reuse, ...options });
      expect(next.reuse?.computed).toEqual([
        { reason: "computed by a user that the earlier run does not name", units: 1 },
      ]);
    }
  });

  it("refuses a cache setting beside it, and sends nothing", async () => {
    const { world, folder, reuse, requests } = await afterRun({ a: {} });
    const file = await fileOf("book.pa.json", { a: {} });
    await expect(runIn(world, folder, [file], { reuse, cacheControl: "max-stale=0" })).rejects.toThrow(
      "The run is to copy results of earlier, and its cache setting, max-stale=0, says how old a result may be. Leave out one of the two",
    );
    expect(requests()).toEqual([]);
  });

  it("names a result whose bytes were altered, and computes its unit", async () => {
    const { world, earlier, folder, first, reuse } = await afterRun();
    const [altered] = first.files[0]?.units ?? [];
    await writeFile(join(earlier, altered?.file ?? ""), "{}");
    const reasons: string[] = [];
    const manifest = await runIn(world, folder, [await fileOf("book.pa.json", plain)], {
      reuse,
      onEvent: (event) => event.type === "not-reused" && reasons.push(`${event.unitId}: ${event.reason}`),
    });
    expect(reasons).toEqual([expect.stringMatching(/^\w: book\.pa\/\w\.json: it has 2 bytes, and \d+ were stored$/)]);
    expect(reusedIds(manifest)).toEqual(["a", "b", "c"].filter((id) => id !== altered?.id));
    expect(manifest.status).toBe("success");
  });

  it("refuses a folder without a run, and a manifest that was altered, and sends nothing", async () => {
    const { world, earlier, folder, requests } = await afterRun();
    const file = await fileOf("book.pa.json", plain);
    await expect(runIn(world, folder, [file], { reuse: { folder: `${earlier}-none` } })).rejects.toThrow(
      /has no manifest\.json that can be read/,
    );
    const path = join(earlier, "manifest.json");
    await writeFile(path, (await readFile(path, "utf8")).replace('"bytes": ', '"bytes": 1'));
    await expect(runIn(world, folder, [file], { reuse: { folder: earlier } })).rejects.toThrow(/manifest\.json/);
    expect(requests()).toEqual([]);
  });
});

describe("a run that reuses another and is stopped", () => {
  it("keeps what it has copied, and computes the rest once, without the earlier run", async () => {
    const { world, folder, reuse } = await afterRun();
    const files = [await fileOf("book.pa.json", plain), await fileOf("new.pa.json", { d: { currencyisocode: "CHF" } })];
    const stop = new AbortController();
    const stopped = await runIn(world, folder, files, {
      reuse,
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
    const { world, folder, reuse } = await afterRun();
    const files = [await fileOf("book.pa.json", plain)];
    const stopped = await runIn(world, folder, files, { reuse, freeBytes: async () => 0 }).catch((error) => error);
    expect(stopped).toMatchObject({ name: "StorageError" });
    const resumed = await runIn(world, folder, files, { resume: true });
    expect([resumed.status, reusedIds(resumed)]).toEqual(["success", []]);
  });

  it("says which copy was damaged since", async () => {
    const { world, folder, reuse } = await afterRun();
    const files = [await fileOf("book.pa.json", plain)];
    const manifest = await runIn(world, folder, files, { reuse });
    await writeFile(join(folder, manifest.files[0]?.units[0]?.file ?? ""), "{}");
    const resumed = await runIn(world, folder, files, { resume: true });
    expect(resumed.status).toBe("failure");
    expect(resumed.files[0]?.units[0]).toMatchObject({ status: "lost", errors: [{ code: "damaged-result" }] });
    expect(unitsOfJobs(world)).toEqual([3]);
  });
});

it("does not reuse a unit whose end is not proved, or whose run computed another again", async () => {
  const { world, earlier, folder, reuse, first } = await afterRun({ a: {} });
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
    const next = await runIn(world, `${folder}-${index}`, [await fileOf("book.pa.json", { a: {} })], { reuse });
    expect(reusedIds(next)).toEqual([]);
  }
});
