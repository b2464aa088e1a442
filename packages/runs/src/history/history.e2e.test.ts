import { copyFile, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { type HistoryUnit, writeChecksReport, writeHistoryRun } from "../../test/support/history-run.ts";
import {
  addToHistory,
  changeLines,
  changesHeadline,
  listHistoryChanges,
  readHistoryView,
  readSeries,
} from "../review/index.ts";
import { collectSeries } from "./series.ts";
import { openStore } from "./store.ts";

let duckdb: Awaited<ReturnType<typeof createParquetReader>>;
beforeAll(async () => {
  duckdb = await createParquetReader();
});
afterAll(() => duckdb.close());

/** A folder with a store, to which runs are added. */
async function makeStore() {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  let count = 0;
  return {
    folder,
    store,
    async add(startedAt: string, units: Readonly<Record<string, HistoryUnit>>, commit?: string) {
      const runFolder = join(folder, `run-${count++}`);
      await writeHistoryRun(runFolder, startedAt, units, commit === undefined ? {} : { commit });
      return { runFolder, ...(await addToHistory(runFolder, store)) };
    },
    /** The names of all files, relative to the store. */
    files: async () => (await readdir(store, { recursive: true })).filter((name) => name.endsWith(".parquet")).sort(),
  };
}

/** The values of each series, by its row. */
async function valuesOf(store: string): Promise<Record<string, readonly number[]>> {
  const { series } = await readSeries(store, {});
  return Object.fromEntries(
    series.map(({ unit, row, points }) => [`${unit} ${row}`, points.map(({ value }) => value)]),
  );
}

const days = ["2026-10-30", "2026-11-19", "2026-11-20"].map((day) => `${day}T21:00:00Z`);

test("a run is a file of numbers and one of units in the folders of its month, and DuckDB reads them as they are", async () => {
  const { folder, add, files } = await makeStore();
  const numbers = { Total: 100, Energy: -2.5, Cash: 0.1 };
  for (const day of days) await add(day, { growth: { numbers }, income: {} }, "c".repeat(40));
  expect(await files()).toEqual([
    expect.stringMatching(
      /^numbers.month=2026-10.20261030T210000000Z-[0-9a-f]{12}-20261030210041000-00000000\d-0{17}-[0-9a-f]{8}-[0-9a-f]{64}\.parquet$/,
    ),
    expect.stringMatching(/^numbers.month=2026-11.20261119T/),
    expect.stringMatching(/^numbers.month=2026-11.20261120T/),
    expect.stringMatching(/^units.month=2026-10.20261030T/),
    expect.stringMatching(/^units.month=2026-11.20261119T/),
    expect.stringMatching(/^units.month=2026-11.20261120T/),
  ]);
  const rows = await duckdb.query(
    `SELECT month, strftime(started_at, '%d %H'), row_name, column_name, number_value, strftime(start_date, '%Y%m%d'), commit_id[:7]
      FROM 'history/numbers/*/*.parquet' WHERE started_at < '2026-11-01'`,
    folder,
  );
  expect(rows).toEqual(
    Object.entries(numbers).map(([row, value]) => [
      "2026-10",
      "30 21",
      row,
      "Portfolio | Weight",
      value,
      "20261120",
      "ccccccc",
    ]),
  );
  const totals = "SELECT DISTINCT row_name, number_value FROM 'history/numbers/*/*.parquet' WHERE is_total";
  expect(await duckdb.query(totals, folder)).toEqual([["Total", 100]]);
  expect(
    await duckdb.query(
      "SELECT unit, status, problem, count(*) FROM 'history/units/*/*.parquet' GROUP BY ALL ORDER BY ALL",
      folder,
    ),
  ).toEqual([
    ["growth", "success", null, 3n],
    ["income", "failure", "No such account", 3n],
  ]);
});

test("a run that was added before is left as it is, also by two writers at once", async () => {
  const { store, add, files } = await makeStore();
  const { runFolder, isKnown } = await add(days[0] ?? "", { growth: { numbers: { Total: 1 } } });
  expect(isKnown).toBe(false);
  const before = await files();
  expect(await addToHistory(runFolder, store)).toMatchObject({ isKnown: true });
  expect(await files()).toEqual(before);
  await Promise.all([
    ...[1, 2, 3].map(() => addToHistory(runFolder, store)),
    ...[1, 2].map(() => add(days[1] ?? "", { growth: { numbers: { Total: 2 } } })),
    add(days[2] ?? "", { growth: { numbers: { Total: 3 } } }),
  ]);
  expect(await valuesOf(store)).toEqual({ "growth Total": [1, 2, 3] });
  expect(await files()).toHaveLength(6);
  expect((await listHistoryChanges(store)).problems).toEqual([]);
});

test("each change of a number has its reason", async () => {
  const { store, add } = await makeStore();
  const at = (hour: number) => `2026-11-20T0${hour}:00:00Z`;
  const [one, other] = ["a".repeat(64), "b".repeat(64)];
  await add(at(1), { growth: { numbers: { Total: 1 }, parameters: one } });
  await add(at(2), { growth: { numbers: { Total: 1 }, parameters: other } });
  await add(at(3), { growth: { numbers: { Total: 2 }, parameters: one } });
  await add(at(4), { growth: { numbers: { Total: 3 }, parameters: one, day: "20261121" } });
  await add(at(5), { growth: { numbers: { Total: 4 }, parameters: one, day: "20261121" } });
  await add(at(6), { growth: { numbers: { Total: 5 }, parameters: one, day: "month end" } });
  const { series } = await readSeries(store, { file: "*.pa.json", unit: "gro*", row: "tot*", column: "*Weight" });
  expect(series.map(({ points }) => points.map(({ reason }) => reason))).toEqual([
    [undefined, undefined, "parameters", "dates", "restatement", "unknown"],
  ]);
  expect((await readSeries(store, { row: "Energy" })).series).toEqual([]);
});

test("a column is named as a page shows it, and one that matches none is an error with the closest one", async () => {
  const { store, add } = await makeStore();
  await add(days[0] ?? "", { growth: { numbers: { Total: 1 } } });
  expect((await readSeries(store, { column: "portfolio  |+WEIGHT" })).series).toHaveLength(1);
  const message = "No column of these numbers matches `wieght`. The closest one is `Portfolio | Weight`.";
  await expect(readSeries(store, { column: "wieght" })).rejects.toThrow(message);
  await expect(readHistoryView(store, { column: "wieght" })).rejects.toThrow(message);
  expect((await readSeries(store, { column: "wieght", unit: "income" })).series).toEqual([]);
});

/** A result without dimensions: a security and its price on a day. */
function pricesOf(rows: readonly (readonly [security: string, day: string, price: number])[]): string {
  const columns = ["Security", "Date", "Price"].map((name) => ({
    ...{ id: name, name, description: name },
    type: name === "Price" ? "real" : "string",
  }));
  const cells = rows.map(([Security, day, Price]) => ({ values: { Security, Date: day, Price } }));
  const tables = { main: { definition: { columns }, data: { rows: cells } } };
  return JSON.stringify({ data: { version: "2.0", tables } });
}

test("the rows of a table without dimensions have the names that identify them, wherever a new row stands", async () => {
  const { store, add } = await makeStore();
  const before = pricesOf([
    ["Acme", "2026-10-30", 1],
    ["Bolt", "2026-10-30", 2],
    ["Acme", "2026-09-30", 3],
  ]);
  const after = pricesOf([
    ["Zinc", "2026-10-30", 9],
    ["Acme", "2026-09-30", 4],
    ["Acme", "2026-10-30", 5],
    ["Bolt", "2026-10-30", 6],
  ]);
  await add(days[0] ?? "", { prices: { result: before } });
  await add(days[1] ?? "", { prices: { result: after } });
  expect(await valuesOf(store)).toEqual({
    "prices Acme / 2026-09-30": [3, 4],
    "prices Acme / 2026-10-30": [1, 5],
    "prices Bolt / 2026-10-30": [2, 6],
    "prices Zinc / 2026-10-30": [9],
  });
});

test("the newest runs are enough where the numbers are many, and their totals can be read alone", async () => {
  const { store, add } = await makeStore();
  for (const [index, day] of days.entries()) await add(day, { growth: { numbers: { Total: index, Energy: 1 } } });
  const collect = async (selection: object) => {
    const { series, isWhole } = await collectSeries(await openStore(store), "numbers", { filter: {}, ...selection });
    return [series.map(({ row, points }) => [row, points.map(({ value }) => value)]), isWhole];
  };
  expect(await collect({ onlyTotals: true })).toEqual([[["Total", [0, 1, 2]]], true]);
  expect(await collect({ onlyTotals: true, enough: 1 })).toEqual([[["Total", [1, 2]]], false]);
});

test("the values of checks have reasons, too", async () => {
  const { store, folder } = await makeStore();
  for (const [index, value] of ["99.20", "100", "2026-11-20"].entries()) {
    const units = { growth: { numbers: { Total: index, Energy: 1 } }, income: {} };
    const run = await writeHistoryRun(join(folder, `run-${index}`), `2026-11-2${index}T21:00:00Z`, units);
    const status = index === 1 ? "passed" : "failed";
    await writeChecksReport(run, [{ id: "sum of Weight", status, message: `It ${status}.`, value, limit: "100" }]);
    await addToHistory(run, store);
  }
  expect((await readSeries(store, { row: "sum*", unit: "growth" }, "checks")).series).toMatchObject([
    {
      file: "book.pa.json",
      unit: "growth",
      table: "book.checks.json",
      row: "sum of Weight, table 2",
      points: [
        { value: 99.2, digits: "99.20", check: { status: "failed", message: "It failed.", limit: "100" } },
        { value: 100, digits: null, check: { status: "passed" }, reason: "restatement" },
        { value: Number.NaN, digits: "2026-11-20", reason: "restatement" },
      ],
    },
  ]);
});

test("a number that no double holds keeps its digits, and rows with the same name are told apart", async () => {
  const { store, add } = await makeStore();
  const columns = [{ id: "n", name: "n", description: "Shares", type: "int64" }];
  const result = JSON.stringify({
    data: { version: "2.0", tables: { main: { definition: { columns }, data: { rows: [{ values: { n: 1 } }] } } } },
  }).replace('"n":1', '"n":9007199254740993');
  await add(days[0] ?? "", { growth: { result } });
  const { series } = await readSeries(store, {});
  expect(series).toMatchObject([{ row: "1", column: "Shares", points: [{ digits: "9007199254740993" }] }]);
});

test("a table whose id is new in each result is known by its number", async () => {
  const { store, add } = await makeStore();
  const columns = [{ id: "n", name: "n", description: "Weight", type: "real" }];
  const data = { rows: [{ values: { n: 1 } }] };
  for (const day of days) {
    const tables = {
      named: { definition: { columns }, data },
      [crypto.randomUUID()]: { definition: { columns }, data },
    };
    await add(day, { growth: { result: JSON.stringify({ data: { version: "2.0", tables } }) } });
  }
  const { series } = await readSeries(store, {});
  expect(series.map(({ table, points }) => [table, points.length])).toEqual([
    ["1", 3],
    ["named", 3],
  ]);
});

test("the changes of the last run are new failures and recoveries", async () => {
  const { store, add } = await makeStore();
  const numbers = { Total: 1 };
  await add(days[0] ?? "", { growth: { numbers }, income: {}, value: {} });
  await add(days[1] ?? "", { growth: {}, income: { numbers }, value: {}, fresh: {} });
  expect(await listHistoryChanges(store)).toMatchObject({
    run: { time: new Date(days[1] ?? "") },
    failures: [
      { unit: "fresh", status: "failure" },
      { unit: "growth", before: "success", status: "failure", problem: "No such account" },
    ],
    recoveries: [{ unit: "income", before: "failure", status: "success" }],
    problems: [],
  });
});

test("the shards of a run are compared as one run, also if one of them ran again, with the shards of the run before", async () => {
  const { store, folder } = await makeStore();
  const numbers = { Total: 1 };
  let count = 0;
  const addShard = async (startedAt: string, index: number, runId: number, units: Record<string, HistoryUnit>) => {
    const path = `shard-${index}.pa.json`;
    const shard = { index, total: 2, planSha256: "d".repeat(64), files: [{ path, shard: index }] };
    const run = await writeHistoryRun(join(folder, `shard-${count++}`), startedAt, units, { path, shard, runId });
    await addToHistory(run, store);
  };
  const at = (day: number, minute: number) => `2026-11-${day}T21:0${minute}:00Z`;
  await addShard(at(19, 0), 1, 7, { growth: { numbers }, income: {} });
  await addShard(at(19, 1), 2, 7, { value: { numbers } });
  await addShard(at(20, 0), 1, 8, { growth: {}, income: {} });
  await addShard(at(20, 1), 2, 8, { value: {} });
  await addShard(at(20, 2), 1, 8, { growth: { numbers }, income: { numbers } });
  expect(await listHistoryChanges(store)).toMatchObject({
    run: { time: new Date(at(20, 2)), shards: 3 },
    failures: [{ file: "shard-2.pa.json", unit: "value", before: "success" }],
    recoveries: [{ file: "shard-1.pa.json", unit: "income", before: "failure" }],
  });
});

test("the changes of the last run are new breaches of checks, and those that ended", async () => {
  const { store, folder } = await makeStore();
  const addChecked = async (day: string, ...statuses: string[]) => {
    const run = await writeHistoryRun(join(folder, day.slice(0, 10)), day, { growth: { numbers: { Total: 1 } } });
    await writeChecksReport(
      run,
      statuses.map((status, check) => ({ id: `sum of ${check}`, status, message: `The sum ${status}.` })),
    );
    return addToHistory(run, store);
  };
  expect(await addChecked(days[0] ?? "", "passed", "failed", "failed", "failed")).toMatchObject({ checks: 4 });
  await addChecked(days[1] ?? "", "passed", "failed", "skipped", "failed");
  await addChecked(days[2] ?? "", "failed", "passed", "failed", "skipped", "failed");
  const { breaches, endedBreaches, failures } = await listHistoryChanges(store);
  expect({
    failures,
    breaches: breaches.map(({ check }) => check),
    ended: endedBreaches.map(({ check }) => check),
  }).toEqual({
    failures: [],
    breaches: ["sum of 0", "sum of 4"],
    ended: ["sum of 1"],
  });
  expect(breaches[0]).toMatchObject({ message: "The sum failed.", rule: "sum", file: "book.pa.json", unit: "growth" });
  const rows = await duckdb.query(
    "SELECT status, count(*) FROM 'history/checks/*/*.parquet' GROUP BY ALL ORDER BY ALL",
    folder,
  );
  expect(rows).toEqual(
    [
      ["failed", 8n],
      ["passed", 3n],
      ["skipped", 2n],
    ].map(([status, rowCount]) => [status, rowCount]),
  );

  const damaged = await writeHistoryRun(join(folder, "damaged"), days[2] ?? "", { growth: {} });
  await writeFile(join(damaged, "checks.json"), '{"version":2}');
  await expect(addToHistory(damaged, store)).rejects.toThrow(
    /checks\.json\.version .*: it is damaged, or of another version/,
  );
});

/** Adds a run of each night in which a check found this. @returns what changed in the last one, in words */
async function changesAfter(nights: readonly Parameters<typeof writeChecksReport>[1][number][]) {
  const { store, folder } = await makeStore();
  for (const [night, finding] of nights.entries()) {
    const run = join(folder, `night-${night}`);
    await writeHistoryRun(run, `2026-11-1${night}T21:00:00Z`, { growth: { numbers: { Total: 1 } } });
    await writeChecksReport(run, [finding]);
    await addToHistory(run, store);
  }
  return changeLines(await listHistoryChanges(store)).map(({ level, outcome, text }) => `${level} ${outcome} ${text}`);
}

test("a change of a check names its reason and the line of its rule", async () => {
  const finding = {
    id: "sum",
    message: "It is 99.",
    status: "failed",
    because: "Weights add up.",
    severity: "warning",
  };
  expect(await changesAfter([finding])).toEqual([
    "warning breached It is 99. Weights add up. (warning, book.checks.json:3)",
  ]);
});

test("a change of many units has one line, and the run its seconds where another began in the same minute", async () => {
  const { store, folder } = await makeStore();
  const names = ["a", "b", "c", "d", "e"];
  const addRun = async (startedAt: string, failed: readonly string[], breached: readonly string[]) => {
    const run = join(folder, startedAt.slice(17, 19));
    const units = names.map((name) => [name, failed.includes(name) ? {} : { numbers: { Total: 1 } }]);
    await writeHistoryRun(run, startedAt, Object.fromEntries(units));
    const findings = names.map((unit) => {
      const status = breached.includes(unit) ? "failed" : "passed";
      return { unit, id: "sum", status, message: `The sum of ${unit} ${status}.` };
    });
    await writeChecksReport(run, findings);
    await addToHistory(run, store);
    const changes = await listHistoryChanges(store);
    const lines = changeLines(changes).map(({ outcome, name, text }) => `${outcome} ${name}: ${text}`);
    return [changesHeadline(changes), ...lines];
  };
  expect(await addRun("2026-11-20T21:00:01Z", [], [])).toEqual([
    "Run of 2026-11-20 21:00 UTC: 0 new failures, 0 new breaches of checks, 0 recovered",
  ]);
  expect(await addRun("2026-11-20T21:00:05Z", ["a", "b", "c", "d"], names)).toEqual([
    "Run of 2026-11-20 21:00:05 UTC: 4 new failures, 5 new breaches of checks, 0 recovered",
    "failed book.pa.json: 4 units, the first is book.pa.json#a: success, now failure: No such account",
    "breached book.pa.json: 5 units, the first is book.pa.json#a: The sum of a failed. (error, book.checks.json:3)",
  ]);
  expect(await addRun("2026-11-20T21:00:09Z", ["d"], ["c", "d", "e"])).toEqual([
    "Run of 2026-11-20 21:00:09 UTC: 0 new failures, 0 new breaches of checks, 5 recovered",
    "recovered book.pa.json#a: failure, now success",
    "recovered book.pa.json#b: failure, now success",
    "recovered book.pa.json#c: failure, now success",
    "recovered book.pa.json#a: The sum of a passed. (error, book.checks.json:3)",
    "recovered book.pa.json#b: The sum of b passed. (error, book.checks.json:3)",
  ]);
});

test("a move is a breach in its night, and not recovered in the next", async () => {
  const night = (status: string, message: string) => ({ id: "moved of Weight", rule: "moved", status, message });
  const still = night("passed", "Each cell of Weight is as expected.");
  const move = night("failed", "`Weight` is 60; expected: at most 1 from 57.");
  const nextMove = night("failed", "`Weight` is 70; expected: at most 1 from 60.");
  expect(await changesAfter([still, move])).toEqual([`error breached ${move.message} (error, book.checks.json:3)`]);
  expect(await changesAfter([still, move, still])).toEqual([]);
  expect(await changesAfter([still, move, nextMove])).toEqual([
    `error breached ${nextMove.message} (error, book.checks.json:3)`,
  ]);
  // Against the same run it is the same move.
  expect(await changesAfter([still, move, move])).toEqual([]);
});

test("a check of a unit that failed is no breach, and its last outcome counts in the night after", async () => {
  const night = (status: string) => ({ id: "sum", status, message: `It ${status}.` });
  const [passed, failed, unjudged] = ["passed", "failed", "unjudged"].map(night);
  const changes = (...nights: readonly (typeof passed)[]) => changesAfter(nights.flatMap((finding) => finding ?? []));
  expect(await changes(passed, unjudged)).toEqual([]);
  expect(await changes(passed, unjudged, passed)).toEqual([]);
  expect(await changes(failed, unjudged, failed)).toEqual([]);
  expect(await changes(failed, unjudged, passed)).toEqual(["good recovered It passed. (error, book.checks.json:3)"]);
});

test("runs have the names of their folders in lists, unless all have the same", async () => {
  const { store, add } = await makeStore();
  for (const day of days) await add(day, { growth: { numbers: { Total: 1 } } });
  const { view } = await readHistoryView(store, {});
  expect(view.runs.map(([text]) => text)).toEqual([
    "2026-10-30 21:00 UTC, run-0",
    "2026-11-19 21:00 UTC, run-1",
    "2026-11-20 21:00 UTC, run-2",
  ]);
});

test("torn and foreign files are named and left out, and adding the run again heals them", async () => {
  const { store, add, files } = await makeStore();
  const { runFolder } = await add(days[0] ?? "", { growth: { numbers: { Total: 1 } } });
  await add(days[1] ?? "", { growth: { numbers: { Total: 2 } } });
  const [torn = "", other = ""] = (await files()).filter((name) => name.startsWith("numbers"));
  const { length } = await readFile(join(store, torn));
  await truncate(join(store, torn), length - 1);
  await copyFile(
    join(store, other),
    join(store, other.replace("/20261119", "/20261118").replace(/.{9}(?=\.parquet)/, "000000000")),
  );
  await writeFile(join(store, "numbers/month=2026-11/notes.txt"), "");
  await writeFile(join(store, "units/month=2026-11/.tmp-1"), "");
  const { problems, series } = await readSeries(store, {});
  expect(problems.map(({ file, reason }) => `${file.replace(/-[^/]+(?=\.parquet)/, "")} ${reason}`).sort()).toEqual([
    "numbers/month=2026-10/20261030T210000000Z.parquet has other bytes than were written: add the run again",
    expect.stringMatching(
      /^numbers.month=2026-11.20261118T210000000Z.parquet has run .* not added to its end: add the/,
    ),
    "numbers/month=2026-11/notes.txt is not a file of a history",
  ]);
  expect(series.map(({ points }) => points.map(({ value }) => value))).toEqual([[2]]);

  expect(await addToHistory(runFolder, store)).toMatchObject({ isKnown: false });
  expect(await valuesOf(store)).toEqual({ "growth Total": [1, 2] });
});

test("a run with an altered result is not added", async () => {
  const { folder, store } = await makeStore();
  const runFolder = await writeHistoryRun(join(folder, "run"), days[0] ?? "", { growth: { numbers: { Total: 1 } } });
  await writeFile(join(runFolder, "book.pa/growth.json"), "{}");
  await expect(addToHistory(runFolder, store)).rejects.toThrow(/growth\.json: .*The run was not added/);
  await expect(listHistoryChanges(store)).rejects.toThrow(/has no history/);
});
