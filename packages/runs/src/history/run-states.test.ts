import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { type HistoryUnit, writeChecksReport, writeHistoryRun } from "../../test/support/history-run.ts";
import { addToHistory, listHistoryChanges, readSeries } from "../review/index.ts";

const failed: HistoryUnit = {};
const unitsOf = (state: number): Readonly<Record<string, HistoryUnit>> => ({
  growth: { numbers: { Total: state } },
  income: state === 0 ? failed : { numbers: { Total: 10 + state } },
});

/** When a run of this number began, and when a state of it ended. */
const startOf = (run: number) => `2026-11-${10 + run}T21:00:00.000Z`;
const endOf = (run: number, state: number) => `2026-11-${10 + run}T2${1 + state}:30:00.000Z`;

async function makeStates(folder: string) {
  const states: { readonly run: number; readonly state: number; readonly folder: string }[] = [];
  for (const run of [0, 1, 2])
    for (const state of [0, 1, 2]) {
      const path = join(folder, `run-${run}-${state}`);
      await writeHistoryRun(path, startOf(run), unitsOf(state), { finishedAt: endOf(run, state) });
      states.push({ run, state, folder: path });
    }
  return states;
}

async function contentOf(store: string) {
  const { series, problems } = await readSeries(store, {});
  return {
    problems,
    values: series.map(({ unit, points }) => [unit, points.map(({ value }) => value)]),
    changes: await listHistoryChanges(store),
    files: (await readdir(store, { recursive: true })).filter((name) => name.endsWith(".parquet")).sort(),
  };
}

test("states of runs give the same history in any order: each run has its newest state alone", async () => {
  const folder = await temporaryFolder();
  const states = await makeStates(folder);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (added, ranks) => {
        const shuffled = added
          .map((state) => ({ state, rank: ranks.next().value ?? 0 }))
          .sort((one, next) => one.rank - next.rank)
          .map(({ state }) => state);
        const [store, storeOfShuffled] = [join(folder, `store-${count++}`), join(folder, `store-${count++}`)];
        for (const state of added) await addToHistory(state.folder, store);
        for (const state of shuffled) await addToHistory(state.folder, storeOfShuffled);
        const content = await contentOf(store);
        expect(await contentOf(storeOfShuffled)).toEqual(content);
        const runs = [...Map.groupBy(added, ({ run }) => run)].sort(([run], [nextRun]) => run - nextRun);
        const newest = runs.map(([, ofRun]) => Math.max(...ofRun.map(({ state }) => state)));
        expect(content.problems).toEqual([]);
        expect(content.values[0]).toEqual(["growth", newest]);
        const incomes = newest.filter((state) => state > 0).map((state) => 10 + state);
        expect(content.values.slice(1)).toEqual(incomes.length === 0 ? [] : [["income", incomes]]);
        expect(content.files).toHaveLength(2 * newest.length);
        await Promise.all([store, storeOfShuffled].map((path) => rm(path, { recursive: true })));
      },
    ),
    { numRuns: isFull ? 200 : 15 },
  );
});

test("a run that was resumed after it was added has no failure any more, and its older state changes nothing", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  const add = async (name: string, start: string, state: number, finishedAt: string) =>
    addToHistory(await writeHistoryRun(join(folder, name), start, unitsOf(state), { finishedAt }), store);
  await add("monday", startOf(0), 1, endOf(0, 0));
  const before = await add("tuesday", startOf(1), 0, endOf(1, 0));
  expect((await listHistoryChanges(store)).failures).toHaveLength(1);
  const after = await add("tuesday-resumed", startOf(1), 1, endOf(1, 1));
  expect(after).toMatchObject({ run: before.run, isKnown: false, isOlder: false });
  expect(await listHistoryChanges(store)).toMatchObject({ failures: [], recoveries: [], problems: [] });
  expect(await addToHistory(join(folder, "tuesday"), store)).toEqual({
    ...{ run: before.run, isKnown: true, isOlder: true, numbers: 0, checks: 0, units: 0, unread: [] },
  });
  expect(await listHistoryChanges(store)).toMatchObject({ failures: [], recoveries: [], problems: [] });
});

test("of two states that ended at once, the one with more results is the newer, and then the one that was checked last", async () => {
  const folder = await temporaryFolder();
  const finishedAt = endOf(0, 0);
  const make = (name: string, state: number) =>
    writeHistoryRun(join(folder, name), startOf(0), unitsOf(state), { finishedAt });
  const [partial, whole, checked] = [await make("partial", 0), await make("whole", 1), await make("checked", 1)];
  await writeChecksReport(checked, [{ id: "sum", status: "failed", message: "It failed.", value: "1" }]);
  for (const order of [
    [partial, whole, checked],
    [checked, whole, partial],
    [whole, checked, partial],
  ]) {
    const store = await temporaryFolder();
    for (const run of order) await addToHistory(run, store);
    expect((await readSeries(store, {}, "checks")).series).toHaveLength(1);
    expect(await listHistoryChanges(store)).toMatchObject({ failures: [], problems: [] });
  }
});

test("a run whose jobs were canceled after it ended has that state, in any order", async () => {
  const folder = await temporaryFolder();
  const finishedAt = endOf(0, 0);
  for (const [index, statuses] of (
    [
      ["unknown", "canceled"],
      ["timed-out", "canceled"],
      ["canceled", "unknown"],
      ["canceled", "timed-out"],
    ] as const
  ).entries()) {
    const store = join(folder, `store-${index}`);
    for (const status of statuses) {
      const run = await writeHistoryRun(join(folder, `${index}-${status}`), startOf(0), unitsOf(0), { finishedAt });
      const path = join(run, "manifest.json");
      await writeFile(path, (await readFile(path, "utf8")).replaceAll('"failure"', JSON.stringify(status)));
      await addToHistory(run, store);
    }
    expect((await listHistoryChanges(store)).failures).toMatchObject([{ unit: "income", status: "canceled" }]);
  }
});

test("an old copy that is checked again is not newer than the state that was resumed", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  const old = await writeHistoryRun(join(folder, "old"), startOf(0), unitsOf(0), { finishedAt: endOf(0, 0) });
  const resumed = await writeHistoryRun(join(folder, "resumed"), startOf(0), unitsOf(1), { finishedAt: endOf(0, 1) });
  await addToHistory(resumed, store);
  await writeChecksReport(old, [{ id: "sum", status: "failed", message: "It failed." }], endOf(0, 2));
  expect(await addToHistory(old, store)).toMatchObject({ isOlder: true });
  expect(await listHistoryChanges(store)).toMatchObject({ failures: [], breaches: [] });
});

test("two runs that began at once are two runs if their files differ", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  for (const path of ["one.pa.json", "two.pa.json"])
    await addToHistory(await writeHistoryRun(join(folder, path), startOf(0), unitsOf(1), { path }), store);
  expect((await readSeries(store, { unit: "growth" })).series.map(({ file }) => file)).toEqual([
    "one.pa.json",
    "two.pa.json",
  ]);
});
