import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { seededRandom } from "@analytics-engines/core/testing";
import { describe, expect, it, vi } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import type { Survival } from "../../test/support/disk-model.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { cutOffFetch, RecordedDisk } from "../../test/support/recorded-files.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { writeCsvFiles } from "./results/table-files.ts";
import type { RunFile } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

vi.mock("node:fs/promises", async () => (await import("../../test/support/recorded-files.ts")).recordedFileSystem());
vi.mock("node:fs", async () => (await import("../../test/support/recorded-files.ts")).recordedSyncFileSystem());

const files: readonly RunFile[] = [requests.quant(), requests.fi()].map(runFileOf);

const RUN = "new/folders/run";

/** A run on a recorded disk, and a resume of it in another folder. */
async function createScene() {
  const root = await temporaryFolder();
  const world = createWorld({ jobSeconds: 5 });
  const disk = new RecordedDisk(root);
  const { clock } = world;
  const stored = new Set<string>();
  const run = async (folder: string, fetch: (request: Request) => Promise<Response>) => {
    const client = createClient({
      baseUrl: ORIGIN,
      auth: basicAuth("DEMO-1", "demo"),
      clock,
      random: () => 0.5,
      fetch,
    });
    const options = { client, clock, folder, tool: "test/1", service: ORIGIN, resume: true, random: () => 0.5 };
    return runToFolder(files, {
      ...options,
      onEvent(event) {
        if (event.type === "unit-finished" && event.unit.status === "success")
          stored.add(`${event.key} ${event.unit.id}`);
      },
    });
  };
  return {
    root,
    world,
    disk,
    stored,
    /** Runs, or resumes, until just before a call on the disk. */
    async runUntil(cutAt: number) {
      const folder = join(root, RUN);
      const isOver = await clock.run(() => disk.run(cutAt, () => run(folder, cutOffFetch(world.simulator.fetch))));
      // This process lives on, but stands for one that has died, so its lock must go.
      rmSync(join(folder, "run.lock"), { force: true });
      return isOver;
    },
    /** Runs on a disk that refuses one call. Returns the error, if the run ended with it, and whether there was such a call. */
    async runFailing(failAt: number) {
      disk.failAt = failAt;
      const work = () => run(join(root, RUN), cutOffFetch(world.simulator.fetch));
      const error = await clock
        .run(() => disk.run(Infinity, work))
        .then(
          () => undefined,
          (reason: unknown) => reason,
        );
      rmSync(join(root, RUN, "run.lock"), { force: true });
      return { error, isMet: disk.calls >= failAt };
    },
    /** Resumes the run in the state that a power cut leaves. */
    async resumeAfter(survival: Survival) {
      const rest = await temporaryFolder();
      disk.model.restoreInto(rest, survival);
      const folder = join(rest, RUN);
      return { folder, manifest: await clock.run(() => run(folder, world.simulator.fetch)) };
    },
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/** What must hold once a run that lost its power was resumed to its end. */
function check(
  { world, stored }: Scene,
  { folder, manifest }: { folder: string; manifest: Manifest },
  acknowledged: readonly string[],
) {
  expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1]);
  const reads = world.simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads));
  expect(reads).toEqual(reads.map(() => 1));
  const succeeded: string[] = [];
  for (const { path, units } of manifest.files) {
    for (const { id, status, file = "", sha256 } of units) {
      if (status === "success") {
        succeeded.push(`${path} ${id}`);
        expect(
          createHash("sha256")
            .update(readFileSync(join(folder, file)))
            .digest("hex"),
        ).toBe(sha256);
      } else expect(status).toBe("lost");
    }
  }
  expect(succeeded).toEqual(expect.arrayContaining([...acknowledged]));
  expect(new Set(succeeded)).toEqual(new Set([...succeeded, ...stored]));
  expect(existsSync(join(folder, "journal.commit"))).toBe(true);
}

/** What survives a power cut at a call: the sample of `npm test` tries one way at every 23rd call. */
function survivalsAt(cutAt: number): Survival[] {
  const random = seededRandom(cutAt);
  const all: Survival[] = [
    { kind: "none" },
    { kind: "some", random },
    { kind: "all" },
    { kind: "first", share: random() },
    { kind: "some", random },
  ];
  return isFull
    ? [...all, ...Array.from({ length: 10 }, (): Survival => ({ kind: "some", random }))]
    : all.slice(cutAt % 5, (cutAt % 5) + 1);
}

/** Windows keeps the names in a folder without a sync of it. The model of the disk loses them. */
const losesNames = process.platform !== "win32";

describe.runIf(losesNames)("a run whose tables are written as CSV", () => {
  it("has each CSV whole that its manifest names, whatever a power cut leaves", async () => {
    for (const cutAt of [
      ...Array.from({ length: isFull ? 12 : 3 }, (_, index) => 1 + (isFull ? 3 : 12) * index),
      Infinity,
    ]) {
      const scene = await createScene();
      await scene.runUntil(Infinity);
      const isOver = await scene.disk.run(cutAt, () => writeCsvFiles(join(scene.root, RUN)));
      const rest = await temporaryFolder();
      scene.disk.model.restoreInto(rest, { kind: "none" });
      const tables = (await readManifest(join(rest, RUN))).files.flatMap(({ units }) =>
        units.flatMap(({ tables = [] }) => tables.flatMap(({ csv }) => csv ?? [])),
      );
      if (isOver) expect(tables.length).toBeGreaterThan(1);
      for (const csv of tables)
        expect([cutAt, readFileSync(join(rest, RUN, csv))]).toEqual([cutAt, readFileSync(join(scene.root, RUN, csv))]);
    }
  });
});

describe("a run whose disk fails", () => {
  it("at any one call survives it, or names it and comes to its end when it is resumed", async () => {
    let errors = 0;
    for (let failAt = 1, isMet = true; isMet; failAt += isFull ? 1 : 11) {
      const scene = await createScene();
      const ended = await scene.runFailing(failAt);
      isMet = ended.isMet;
      if (ended.error !== undefined) {
        errors += 1;
        expect([failAt, String(ended.error)]).toEqual([failAt, expect.stringContaining("EIO: i/o error")]);
      }
      try {
        check(scene, await scene.resumeAfter({ kind: "all" }), [...scene.stored]);
      } catch (error) {
        throw new Error(`the disk refused call ${failAt}`, { cause: error });
      }
    }
    expect(errors).toBeGreaterThan(isFull ? 20 : 2);
  });
});

/** Subsets of changes: all where they are few; otherwise each change alone, all but each, and some by chance. */
function subsetsOf(count: number, random: () => number): Survival[] {
  const subset = (keeps: (place: number) => boolean): Survival => ({ kind: "subset", keeps });
  if (count <= 4)
    return Array.from({ length: 2 ** count }, (_, mask) => subset((place) => (mask & (1 << place)) !== 0));
  const places = Array.from({ length: count }, (_, place) => place);
  const byChance = Array.from({ length: 8 }, () => {
    const kept = new Set(places.filter(() => random() < 0.5));
    return subset((place) => kept.has(place));
  });
  return [
    ...places.flatMap((one) => [subset((place) => place === one), subset((place) => place !== one)]),
    ...byChance,
  ];
}

/** What is wrong after a power cut at a call of a run; `undefined` where nothing is. */
async function whatIsWrong(cutAt: number, survival: Survival): Promise<unknown> {
  const scene = await createScene();
  await scene.runUntil(cutAt);
  const acknowledged = [...scene.stored];
  try {
    check(scene, await scene.resumeAfter(survival), acknowledged);
    return undefined;
  } catch (error) {
    return error ?? "wrong";
  }
}

describe.runIf(losesNames)("a run that loses its power", () => {
  it("just before any call may keep any subset of what is not synced", async () => {
    const random = seededRandom(11);
    const lasts = isFull ? Array.from({ length: 80 }, (_, index) => index + 1) : [14, 22, 40];
    for (const cutAt of lasts) {
      const { disk, runUntil } = await createScene();
      if (await runUntil(cutAt)) break;
      const subsets = subsetsOf(disk.model.pendingCount, random);
      for (const [index, survival] of subsets.entries()) {
        if (!isFull && index % 6 !== cutAt % 6) continue;
        expect([cutAt, index, await whatIsWrong(cutAt, survival)]).toEqual([cutAt, index, undefined]);
      }
    }
  });

  it("just before any call on the disk comes to its end when it is resumed: no second job, no second read, no stored result lost", async () => {
    const cases: string[] = [];
    for (let cutAt = 1, isOver = false; !isOver; cutAt += isFull ? 1 : 23) {
      for (const survival of survivalsAt(cutAt)) {
        const scene = await createScene();
        isOver = await scene.runUntil(cutAt);
        const acknowledged = [...scene.stored];
        const name = `power cut at call ${cutAt}, what survives: ${survival.kind}`;
        cases.push(name);
        try {
          check(scene, await scene.resumeAfter(survival), acknowledged);
        } catch (error) {
          throw new Error(name, { cause: error });
        }
      }
    }
    expect(cases.length).toBeGreaterThan(isFull ? 25 : 3);
  });

  it("while it is resumed after a kill does so, too: what the killed process left unsynced is synced before it counts", async () => {
    const random = seededRandom(7);
    for (let round = 0; round < (isFull ? 400 : 2); round += 1) {
      const scene = await createScene();
      const killedAt = 1 + Math.floor(random() * 75);
      await scene.runUntil(killedAt);
      const cutAt = 1 + Math.floor(random() * 60);
      await scene.runUntil(cutAt);
      const acknowledged = [...scene.stored];
      const survival: Survival = round % 3 === 0 ? { kind: "none" } : { kind: "some", random };
      try {
        check(scene, await scene.resumeAfter(survival), acknowledged);
      } catch (error) {
        throw new Error(
          `killed at call ${killedAt}, power cut at call ${cutAt} of the resumed run, what survives: ${survival.kind}`,
          { cause: error },
        );
      }
    }
  });
});
