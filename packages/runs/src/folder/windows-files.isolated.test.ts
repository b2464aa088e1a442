import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { basicAuth, createClient, StorageError } from "@analytics-engines/core";
import { seededRandom } from "@analytics-engines/core/testing";
import { describe, expect, it, vi } from "vitest";
import { sampleSize } from "../../../core/test/support/sample.ts";
import { createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import { mortalFetch, type OtherPrograms, WindowsDisk } from "../../test/support/windows-disk.ts";
import { withBusyRule } from "../files/busy-files.ts";
import { UserError } from "../user-error.ts";
import { readJournal } from "./journal/journal-file.ts";
import { thisProcess } from "./lock/holder.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { writeCsvFiles } from "./results/table-files.ts";
import type { RunFile } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

vi.mock("node:fs/promises", async () => (await import("../../test/support/windows-disk.ts")).windowsFiles());
vi.mock("node:fs", async () => (await import("../../test/support/windows-disk.ts")).windowsFilesNow());

const files: readonly RunFile[] = [requests.quant(), requests.fi()].map(runFileOf);
const noPrograms: OtherPrograms = {
  scan: () => ({ ms: 0, sharing: "none" }),
  refuse: () => ({ ms: 0, code: "EPERM" }),
};

/** The longest time that another program has a file open, milliseconds. */
const MAX_HELD_MS = 5000;

/** Programs that open each second new file and refuse each fourth call, for up to 5 s. */
function busyPrograms(random: () => number): OtherPrograms {
  const msOf = (share: number) => (random() < share ? Math.ceil(random() * MAX_HELD_MS) : 0);
  return {
    scan: () => ({ ms: msOf(0.5), sharing: random() < 0.5 ? "none" : "no delete" }),
    refuse: () => ({ ms: msOf(0.25), code: ["EPERM", "EBUSY", "EACCES"][Math.floor(random() * 3)] ?? "EPERM" }),
  };
}

/** A run in a folder of Windows. */
async function createScene(programs: OtherPrograms = noPrograms) {
  const root = await temporaryFolder();
  const folder = join(root, "run");
  const world = createWorld({ jobSeconds: 5 });
  const { clock } = world;
  const disk = new WindowsDisk(root, () => clock.now(), programs);
  const client = createClient({
    baseUrl: ORIGIN,
    auth: basicAuth("DEMO-1", "demo"),
    clock,
    random: () => 0.5,
    fetch: mortalFetch(world.simulator.fetch),
  });
  const options = { client, clock, folder, tool: "test/1", service: ORIGIN, resume: true, random: () => 0.5 };
  return {
    folder,
    world,
    disk,
    /** Runs, or resumes, until it ends or is killed at a call on the disk. Answers whether it came to its end. */
    async runUntil(cutAt: number): Promise<boolean> {
      const work = () => withBusyRule({ isOn: true }, () => runToFolder(files, options));
      try {
        return await clock.run(() => disk.run(cutAt, work));
      } finally {
        // This process lives on, but stands for one that has ended: a lock that it left is that of a dead process.
        const dead = { ...thisProcess(), started: "1", since: "2026-01-01T00:00:00.000Z", token: "dead" };
        for (const name of ["run.lock", "run.lock~"])
          if (existsSync(join(folder, name))) writeFileSync(join(folder, name), JSON.stringify(dead));
      }
    },
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/**
 * The units, as `KEY ID`, whose bytes were on their way when the process was killed: the service gives them once, so no program can get them
 * again. Bytes that arrived whole are not among them once the journal knows them.
 */
async function unitsOnTheWay({ folder, world }: Scene): Promise<readonly string[]> {
  const entries = existsSync(folder) ? await readJournal(folder) : [];
  const safeUnits = entries.flatMap((entry) =>
    (entry.type === "arrived" || entry.type === "stored") && entry.kind === "result"
      ? [keyOf(entry.key, entry.unitId)]
      : [],
  );
  const keys = new Map(files.map(({ path, family }) => [family, path]));
  const givenUnits = world.simulator.jobs.flatMap(({ family, units }) =>
    units.flatMap(({ id, resultReads }) => (resultReads > 0 ? [keyOf(keys.get(family) ?? "", id)] : [])),
  );
  return givenUnits.filter((unit) => !safeUnits.includes(unit) && !hasResult(folder, unit));
}

const keyOf = (path: string, unit: string) => `${path} ${unit}`;

/** Whether the file of a unit has its name. */
function hasResult(folder: string, unit: string): boolean {
  const [key = "", id = ""] = unit.split(" ");
  const inner = join(folder, key.replace(/\.json$/, ""));
  const names = existsSync(inner) ? readdirSync(inner) : [];
  return names.some((name) => name.startsWith(`${id}.`) && !name.endsWith(".partial"));
}

/** Nothing is lost but what was on its way, nothing is computed or read twice, and the status of the run says so. */
async function check({ folder, world }: Scene, mayBeLost: ReadonlySet<string>): Promise<Manifest> {
  expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1]);
  const reads = world.simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads));
  expect(reads).toEqual(reads.map(() => 1));
  const manifest = await readManifest(folder);
  const units = manifest.files.flatMap((file) =>
    file.units.map((unit) => ({ ...unit, key: keyOf(file.path, unit.id) })),
  );
  const lostUnits = units.filter(({ status }) => status !== "success");
  expect(lostUnits.filter(({ key }) => !mayBeLost.has(key))).toEqual([]);
  for (const { status, file = "", sha256 } of units) {
    if (status !== "success") continue;
    const bytes = readFileSync(join(folder, file));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
  expect(manifest.finishedAt).toBeDefined();
  expect(manifest.status).toBe(lostUnits.length === 0 ? "success" : "failure");
  return manifest;
}

/** Repeats a test with seeds, and names the one that fails. */
async function withSeeds(count: number, test: (random: () => number) => Promise<void>): Promise<void> {
  for (let seed = 1; seed <= count; seed++)
    await test(seededRandom(seed)).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
}

/** The model of Windows is for other systems: it has the calls of Linux below it. */
const isModelled = process.platform !== "win32";

describe.runIf(isModelled)("the CSV files of a run on Windows", () => {
  it("stay as they are while a spreadsheet has one open: the problem names it and says what to do", async () => {
    const { folder, disk, runUntil, world } = await createScene();
    await runUntil(Infinity);
    const { clock } = world;
    const reasons: string[] = [];
    const write = async () => {
      const { problems } = await withBusyRule({ isOn: true, clock }, () => writeCsvFiles(folder));
      reasons.splice(0, Infinity, ...problems.map(({ reason }) => reason));
    };
    const writeAgain = () => clock.run(() => disk.run(Infinity, write));
    await writeAgain();
    const units = (await readManifest(folder)).files.flatMap((file) => file.units);
    const [csv = ""] = units.flatMap(({ tables = [] }) => tables.flatMap((table) => table.csv ?? []));
    const text = readFileSync(join(folder, csv), "utf8");
    disk.hold(join(folder, csv), "none");
    await writeAgain();
    expect(reasons).toEqual([
      expect.stringMatching(
        new RegExp(
          `/${csv} is open in another program, such as Excel\\. Close it there, and run the command again\\.$`,
        ),
      ),
    ]);
    expect(readFileSync(join(folder, csv), "utf8")).toBe(text);
    disk.letGo();
    await writeAgain();
    expect(reasons).toEqual([]);
  });
});

describe.runIf(isModelled)("a run on Windows", () => {
  it("whose files other programs have open for up to 5 s ends with all results, and leaves no lock", () =>
    withSeeds(sampleSize(100), async (random) => {
      const scene = await createScene(busyPrograms(random));
      expect(await scene.runUntil(Infinity)).toBe(true);
      expect(scene.disk.refusals).toBeGreaterThan(0);
      expect((await check(scene, new Set())).status).toBe("success");
      expect(readdirSync(scene.folder)).not.toContain("run.lock");
    }));

  it("is resumed to its end after kills at any calls, with files open for up to 5 s: nothing is lost, nothing is done twice", () =>
    withSeeds(sampleSize(200), async (random) => {
      const scene = await createScene(busyPrograms(random));
      const mayBeLost = new Set<string>();
      for (let kills = 0; kills < 3; kills++) {
        if (await scene.runUntil(1 + Math.floor(random() * 150))) break;
        for (const unit of await unitsOnTheWay(scene)) mayBeLost.add(unit);
      }
      await scene.runUntil(Infinity);
      await check(scene, mayBeLost);
    }));

  it("has each result that arrived, once the program that kept it from its name for minutes has ended", async () => {
    const scan = (path: string) => ({
      ms: path.endsWith(".partial") && !path.includes("manifest") ? 1e9 : 0,
      sharing: "no delete" as const,
    });
    const scene = await createScene({ ...noPrograms, scan });
    let failures = 0;
    for (let isOver = false; !isOver; scene.disk.letGo())
      isOver = await scene.runUntil(Infinity).catch((error: unknown) => {
        failures += 1;
        expect(error).toBeInstanceOf(StorageError);
        expect(String(error)).toMatch(
          /arrived and could not be kept.* is open in another program, such as Excel\. Close it there, and resume the run\./,
        );
        expect(String(error)).not.toContain("Make room");
        return false;
      });
    expect(failures).toBeGreaterThan(1);
    expect((await check(scene, new Set())).status).toBe("success");
  });

  it.each(["manifest.json.partial", "run.lock", "journal.jsonl", "journal.commit"])(
    "that another program ends, because it keeps %s open, names the file, and is resumed when that is closed",
    async (name) => {
      for (const killedAt of [1, 8, 20, 35, 60]) {
        let isRunning = true;
        const scan = (path: string) => ({ ms: isRunning && path.endsWith(name) ? 1e9 : 0, sharing: "none" as const });
        const scene = await createScene({ ...noPrograms, scan });
        // The program opens the file as soon as it is there. An open journal is not refused, but the resumed run opens it again.
        const end = await scene.runUntil(killedAt).catch((error: unknown) => error);
        const mayBeLost = new Set(await unitsOnTheWay(scene));
        const error = end === false ? await scene.runUntil(Infinity).catch((reason: unknown) => reason) : end;
        if (error !== true) {
          expect(error instanceof StorageError || error instanceof UserError).toBe(true);
          expect(String(error)).toMatch(
            / is open in another program, such as Excel\. Close it there, and resume the run\./,
          );
        }
        isRunning = false;
        scene.disk.letGo();
        expect([killedAt, await scene.runUntil(Infinity)]).toEqual([killedAt, true]);
        await check(scene, mayBeLost);
      }
    },
  );
});
