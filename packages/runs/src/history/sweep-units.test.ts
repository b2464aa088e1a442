import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { type HistoryUnit, writeChecksReport, writeSweepRun } from "../../test/support/history-run.ts";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { sha256 } from "../files/open-file.ts";
import { addToHistory, listHistoryChanges, readSeries } from "../review/index.ts";

const [monday, tuesday] = ["2026-11-16T21:00:00Z", "2026-11-17T21:00:00Z"];
const sweep = "book.pa.sweep.json";

type Rows = readonly (readonly [id: string, unit: HistoryUnit])[];

test("a unit of a sweep is one series with its changes, wherever rows are inserted or removed before it", async () => {
  const folder = await temporaryFolder();
  let count = 0;
  const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(ids, ids, fc.integer({ min: 1, max: 4 }), async (before, after, rowsInJob) => {
      const store = join(folder, `store-${count++}`);
      const rowsOf = (rowIds: readonly string[], day: number): Rows =>
        rowIds.map((id) => [id, { numbers: { Total: day * 100 + id.charCodeAt(0) } }]);
      const runs = [
        await writeSweepRun(join(folder, `${count}-monday`), monday, rowsOf(before, 1), { rowsInJob }),
        await writeSweepRun(join(folder, `${count}-tuesday`), tuesday, rowsOf(after, 2), { rowsInJob }),
      ];
      for (const run of runs) await addToHistory(run, store);
      const { series } = await readSeries(store, { file: sweep });
      const seen = Object.fromEntries(
        series.map(({ unit, points }) => [unit, points.map(({ value, reason }) => [value, reason])]),
      );
      const expected = [...new Set([...before, ...after])].map((id) => {
        const values = [
          ...(before.includes(id) ? [100 + id.charCodeAt(0)] : []),
          ...(after.includes(id) ? [200 + id.charCodeAt(0)] : []),
        ];
        return [id, values.map((value, index) => [value, index === 0 ? undefined : "restatement"])];
      });
      expect(seen).toEqual(Object.fromEntries(expected));
      expect(series).toHaveLength(expected.length);
    }),
    { numRuns: isFull ? 400 : 20 },
  );
});

const numbers = { Total: 1 };

test("a unit of a sweep that moves into another job fails and recovers as one unit, and its checks stay its own", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  const before: Rows = [
    ["a", { numbers }],
    ["growth", { numbers }],
  ];
  const first = await writeSweepRun(join(folder, "monday"), monday, before, { rowsInJob: 2 });
  const finding = { id: "sum of Weight", message: "It is 1.", value: "1", unit: "growth" };
  await writeChecksReport(first, [{ ...finding, status: "passed", path: sweep }]);
  await addToHistory(first, store);
  const after: Rows = [
    ["a", { numbers }],
    ["new", { numbers }],
    ["growth", {}],
  ];
  const second = await writeSweepRun(join(folder, "tuesday"), tuesday, after, { rowsInJob: 2 });
  await writeChecksReport(second, [{ ...finding, status: "failed", path: "book.pa.sweep.2.json" }]);
  await addToHistory(second, store);
  expect(await listHistoryChanges(store)).toMatchObject({
    failures: [{ file: sweep, unit: "growth", before: "success", status: "failure" }],
    recoveries: [],
    breaches: [{ file: sweep, unit: "growth" }],
  });
  expect((await readSeries(store, {}, "checks")).series.map(({ points }) => points.length)).toEqual([2]);
});

const four: Rows = ["a", "b", "c", "d"].map((id) => [id, { numbers }]);

test("a job of a sweep that is refused before it has units fails once, and its units recover by their names", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  // A unit of another job that failed before, and still does, is no reason to be silent about the job.
  const rows: Rows = [["a", {}], ...four.slice(1)];
  const at = (day: number) => `2026-11-1${day}T21:00:00Z`;
  const add = async (day: number, refusedJobs: readonly number[]) =>
    addToHistory(await writeSweepRun(join(folder, `${day}`), at(day), rows, { rowsInJob: 2, refusedJobs }), store);
  await add(1, []);
  await add(2, [1]);
  expect(await listHistoryChanges(store)).toMatchObject({
    failures: [{ file: sweep, unit: "", before: "success", problem: "The service refused the job." }],
    recoveries: [],
  });
  await add(3, [1]);
  expect(await listHistoryChanges(store)).toMatchObject({ failures: [], recoveries: [] });
  await add(4, []);
  expect(await listHistoryChanges(store)).toMatchObject({
    failures: [],
    recoveries: [
      { file: sweep, unit: "c", before: "failure" },
      { file: sweep, unit: "d", before: "failure" },
    ],
  });
});

test("a row of a family without units is one unit of its sweep, also where its job was refused", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  const fiSweep = "bonds.fi.sweep.json";
  const pathOf = (row: string) => `bonds.fi.sweep.${encodeURIComponent(row)}.json`;
  const problem = { code: "invalid", message: "The service refused the job." };
  const result = "price\n";
  const stored = { file: "bonds/long.csv", contentType: "text/csv", bytes: result.length, sha256: sha256(result) };
  const jobsOf = (status: "success" | "failure") => [
    fileOf(
      pathOf("long/5y"),
      status === "failure" ? [] : [unitOf("result", { ...stored, row: { sweep: fiSweep, row: "long/5y" } })],
      {
        family: "fi",
        status,
        ...(status === "failure" && { problem }),
      },
    ),
    fileOf(pathOf("short"), [unitOf("result", { status: "failure", row: { sweep: fiSweep, row: "short" } })], {
      family: "fi",
    }),
  ];
  for (const [day, status] of [
    [monday, "success"],
    [tuesday, "failure"],
  ] as const) {
    const run = join(folder, status);
    await mkdir(join(run, "bonds"), { recursive: true });
    await writeFile(join(run, stored.file), result);
    await writeFile(join(run, "manifest.json"), JSON.stringify({ ...manifestOf(jobsOf(status)), startedAt: day }));
    await addToHistory(run, store);
  }
  expect(await listHistoryChanges(store)).toMatchObject({
    failures: [{ file: fiSweep, unit: "long/5y", before: "success", status: "failure", problem: problem.message }],
    recoveries: [],
  });
});

test("shards that share a sweep are one run with all its units, also where one of them ran again", async () => {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  let count = 0;
  const addShard = async (startedAt: string, index: number, runId: number, rows: Rows, refusedJobs: number[] = []) => {
    const files = [1, 2].map((shardIndex) => ({ path: `${shardIndex}`, shard: shardIndex }));
    const shard = { index, total: 2, planSha256: "d".repeat(64), files };
    // The other shard has the other job.
    const path = index === 1 ? sweep : "book.pa.sweep.2.json";
    const facts = { shard, runId, rowsInJob: 2, refusedJobs, jobPath: path };
    await addToHistory(await writeSweepRun(join(folder, `${count++}`), startedAt, rows, facts), store);
  };
  const at = (day: number, minute: number) => `2026-11-1${day}T21:0${minute}:00Z`;
  await addShard(at(1, 0), 1, 7, four.slice(0, 2));
  await addShard(at(1, 1), 2, 7, [
    ["c", {}],
    ["d", { numbers }],
  ]);
  await addShard(at(2, 0), 1, 8, four.slice(0, 2), [0]);
  await addShard(at(2, 1), 2, 8, four.slice(2));
  expect(await listHistoryChanges(store)).toMatchObject({
    run: { shards: 2 },
    failures: [{ file: sweep, unit: "", before: "success" }],
    recoveries: [{ file: sweep, unit: "c", before: "failure" }],
  });
  await addShard(at(2, 2), 1, 8, four.slice(0, 2));
  expect(await listHistoryChanges(store)).toMatchObject({
    run: { shards: 3 },
    failures: [],
    recoveries: [{ file: sweep, unit: "c", before: "failure" }],
  });
});
