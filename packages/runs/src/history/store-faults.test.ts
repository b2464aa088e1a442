import { readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { writeChecksReport, writeHistoryRun } from "../../test/support/history-run.ts";
import { addToHistory, listHistoryChanges, readHistoryView, readSeries } from "../review/index.ts";
import { tableNames } from "./records.ts";

/** A store of two runs with files in all tables. */
async function makeStore() {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  const runs = ["2026-11-19", "2026-11-20"].map((day) => ({
    folder: join(folder, day),
    startedAt: `${day}T21:00:00Z`,
  }));
  for (const run of runs) {
    await writeHistoryRun(run.folder, run.startedAt, { growth: { numbers: { Total: 1, Cash: 2 } } });
    await writeChecksReport(run.folder, [{ id: "sum", status: "passed", message: "It passed.", value: "1" }]);
    await addToHistory(run.folder, store);
  }
  const files = await filesOf(store);
  return {
    store,
    runFolder: runs[1]?.folder ?? "",
    files,
    ofSecond: files.filter((name) => name.includes("/20261120T")),
  };
}

async function filesOf(store: string): Promise<readonly string[]> {
  const names = (await readdir(store, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  return names.filter((name) => name.endsWith(".parquet")).sort();
}

/** What each way to read a history says is wrong with its files. */
async function problemsOf(store: string): Promise<readonly (readonly string[])[]> {
  const all = [
    (await readSeries(store, {})).problems,
    (await readSeries(store, {}, "checks")).problems,
    (await readHistoryView(store, {})).problems,
    (await listHistoryChanges(store)).problems,
  ];
  return all.map((problems) => problems.map(({ file, reason }) => `${file} ${reason}`));
}

const everyWay = <T>(value: T) => [value, value, value, value];

test.for(tableNames)(
  "a removed file of %s is named by all that reads the history, until its run is added again",
  async (table) => {
    const { store, runFolder, files, ofSecond } = await makeStore();
    const removed = ofSecond.find((name) => name.startsWith(table)) ?? "";
    await rm(join(store, removed));
    const first = ofSecond.find((name) => name.startsWith("numbers")) ?? "";
    const [, run] = /(\w+-\w+)-/.exec(first.split("/")[2] ?? "") ?? [];
    const [file, reason] =
      table === "units"
        ? [first, `has run ${run}, which was not added to its end`]
        : [removed, `is missing, with ${table === "numbers" ? "2 rows" : "1 row"} of run ${run}`];
    expect(await problemsOf(store)).toEqual(everyWay([`${file} ${reason}: add the run again`]));
    expect(await addToHistory(runFolder, store)).toMatchObject({ isKnown: false });
    expect(await problemsOf(store)).toEqual(everyWay([]));
    expect(await filesOf(store)).toEqual(files);
  },
);

test.for(tableNames)(
  "a shorter file of %s is named by all that reads the history, until its run is added again",
  async (table) => {
    const { store, runFolder, ofSecond } = await makeStore();
    const cut = ofSecond.find((name) => name.startsWith(table)) ?? "";
    await truncate(join(store, cut), (await readFile(join(store, cut))).length - 1);
    expect(await problemsOf(store)).toEqual(everyWay([`${cut} has other bytes than were written: add the run again`]));
    expect(await addToHistory(runFolder, store)).toMatchObject({ isKnown: false });
    expect(await problemsOf(store)).toEqual(everyWay([]));
  },
);

test("a file of numbers with other bytes of the same length is found where it is read, and when its run is added again", async () => {
  const { store, runFolder, ofSecond } = await makeStore();
  const changed = join(store, ofSecond.find((name) => name.startsWith("numbers")) ?? "");
  const content = await readFile(changed);
  content[20] = (content[20] ?? 0) ^ 1;
  await writeFile(changed, content);
  expect((await readSeries(store, {})).problems).toMatchObject([{ reason: expect.stringContaining("other bytes") }]);
  expect(await addToHistory(runFolder, store)).toMatchObject({ isKnown: false });
  expect(await problemsOf(store)).toEqual(everyWay([]));
});

test("a file that has the name of another run is left out", async () => {
  const { store, ofSecond } = await makeStore();
  const units = ofSecond.find((name) => name.startsWith("units")) ?? "";
  await rename(join(store, units), join(store, units.replace("/20261120T", "/20261118T")));
  const [inChanges] = (await problemsOf(store)).slice(-1);
  expect(inChanges).toContainEqual(
    expect.stringMatching(/^units.*20261118T.* has another run than its name says: remove it, and add the run again$/),
  );
});

test("an older state is not added while the newer one lacks a file, which is named", async () => {
  const { store, runFolder, ofSecond } = await makeStore();
  const older = { finishedAt: "2026-11-20T21:00:10Z" };
  const old = await writeHistoryRun(`${runFolder}-old`, "2026-11-20T21:00:00Z", { growth: {} }, older);
  await rm(join(store, ofSecond.find((name) => name.startsWith("numbers")) ?? ""));
  await expect(addToHistory(old, store)).rejects.toThrow(
    /numbers.* is missing, with 2 rows of run .*: add the run again\. It has a newer state of the run than .*-old: add the folder with that state\.$/,
  );
});
