import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@analytics-engines/core/basics";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { type HistoryUnit, writeChecksReport, writeHistoryRun } from "../../test/support/history-run.ts";
import { lockRunFolder } from "../folder/lock/run-lock.ts";
import type { Manifest } from "../index.ts";
import { addToHistory } from "../review/index.ts";
import { listStore } from "./store-files.ts";

const startedAt = "2026-11-20T21:00:00.000Z";
const clock = { ...systemClock, now: () => Date.parse("2026-11-21T06:00:00Z") };

async function makeRun(units: Readonly<Record<string, HistoryUnit>> = { growth: { numbers: { Total: 1 } } }) {
  const folder = await temporaryFolder();
  const run = await writeHistoryRun(join(folder, "run"), startedAt, units);
  const store = join(folder, "history");
  const manifestFile = join(run, "manifest.json");
  return {
    run,
    store,
    add: () => addToHistory(run, store, { clock }),
    /** Changes the manifest. A property that is undefined goes. */
    async change(makeChange: (manifest: Manifest) => object): Promise<void> {
      const manifest: Manifest = JSON.parse(await readFile(manifestFile, "utf8"));
      await writeFile(manifestFile, JSON.stringify({ ...manifest, ...makeChange(manifest) }));
    },
    filesInStore: async () => (await listStore(store)).files.length,
  };
}

test("a run that has no end is refused, with what to do", async () => {
  const { run, add, change, filesInStore } = await makeRun();
  await change(() => ({ finishedAt: undefined, status: "unknown" }));
  await expect(add()).rejects.toThrow(
    `The run in ${run} has not finished: it was stopped or killed, or it goes on on another machine. Wait until it ends, or resume it, and add it then.`,
  );
  expect(await filesInStore()).toBe(0);
});

test("a run whose folder a process uses is refused, also if an earlier end is in its manifest", async () => {
  const { run, add, filesInStore } = await makeRun();
  const lock = await lockRunFolder(run);
  await expect(add()).rejects.toThrow(
    `The run in ${run} has not finished: a process uses the folder. Wait until it ends.`,
  );
  expect(await filesInStore()).toBe(0);
  await lock.release();
  expect(await add()).toMatchObject({ isKnown: false });
});

test.for(["still-running", "not-collected"])(
  "a run with a job that is %s is refused, and the job is named",
  async (code) => {
    const { run, add, change, filesInStore } = await makeRun();
    const problem = { code, message: "The run does not wait for this job." };
    await change(({ files }) => ({
      status: "unknown",
      files: [
        ...files,
        ...files.map((file) => ({ ...file, path: "later.pa.json", status: "unknown", problem, units: [] })),
      ],
    }));
    await expect(add()).rejects.toThrow(
      `The run in ${run} has not finished: 1 job may still run on the service: later.pa.json. Wait until they end, resume the run, and add it then.`,
    );
    expect(await filesInStore()).toBe(0);
  },
);

test("a job that ended without an answer is no reason to wait: it is in the history as unknown", async () => {
  const { add, change } = await makeRun();
  const problem = { code: "unreachable", message: "The service could not be reached." };
  await change(({ files }) => ({
    status: "unknown",
    files: [
      ...files,
      ...files.map((file) => ({ ...file, path: "later.pa.json", status: "unknown", problem, units: [] })),
    ],
  }));
  expect(await add()).toMatchObject({ isKnown: false, units: 2 });
});

const times = ["startedAt", "finishedAt"] as const;

test.for(times)("%s in a year that no name can have is refused", async (name) => {
  for (const [time, year] of [
    ["+010000-01-01T00:00:00Z", 10000],
    ["-000001-01-01T00:00:00Z", -1],
  ]) {
    const { run, add, change, filesInStore } = await makeRun();
    await change(() => ({ [name]: time }));
    await expect(add()).rejects.toThrow(
      `${join(run, "manifest.json")}: ${name} is in the year ${year}, and a history has the years 0 to 9999.`,
    );
    expect(await filesInStore()).toBe(0);
  }
});

test.for(times)("%s more than a day after now is refused", async (name) => {
  const { run, add, change, filesInStore } = await makeRun();
  await change(() => ({ [name]: "2026-11-22T06:00:00.001Z" }));
  await expect(add()).rejects.toThrow(
    `${join(run, "manifest.json")}: ${name} is 2026-11-22T06:00:00.001Z, more than a day after the time of this machine, 2026-11-21T06:00:00.000Z. Set the clock that is wrong`,
  );
  expect(await filesInStore()).toBe(0);
  await change(() => ({ [name]: "2026-11-22T06:00:00.000Z" }));
  expect(await add()).toMatchObject({ isKnown: false });
});

test("a text that is no time is refused", async () => {
  const { add, change } = await makeRun();
  await change(() => ({ finishedAt: "yesterday" }));
  await expect(add()).rejects.toThrow("finishedAt is not a time. Restore the run folder.");
});

test("the years 0 and 9999 have folders of their own", async () => {
  for (const [time, month] of [
    ["0000-01-01T00:00:00Z", "0000-01"],
    ["9999-12-31T23:59:59Z", "9999-12"],
  ] as const) {
    const { run, store, change } = await makeRun();
    await change(() => ({ startedAt: time, finishedAt: time }));
    await addToHistory(run, store, { clock: { ...systemClock, now: () => Date.parse("9999-12-31T00:00:00Z") } });
    const { files } = await listStore(store);
    expect(files.map(({ name }) => name.split("/")[1])).toEqual([`month=${month}`, `month=${month}`]);
  }
});

test("the time of a check and that of a reused result are refused by the same rule", async () => {
  const { run, add, change } = await makeRun();
  await writeChecksReport(run, [{ id: "sum", status: "passed", message: "It passed." }], "2027-01-01T00:00:00Z");
  await expect(add()).rejects.toThrow(`${join(run, "checks.json")}: checkedAt is 2027-01-01T00:00:00.000Z, more than`);
  await writeChecksReport(run, [{ id: "sum", status: "passed", message: "It passed." }]);
  const reused = { run: "sunday", manifestSha256: "a".repeat(64), startedAt: "last week" };
  await change(({ files }) => ({
    files: files.map((file) => ({ ...file, units: file.units.map((unit) => ({ ...unit, reused })) })),
  }));
  await expect(add()).rejects.toThrow("startedAt of a reused result is not a time.");
});
