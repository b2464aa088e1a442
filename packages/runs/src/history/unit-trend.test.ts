import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { writeChecksReport, writeSweepRun } from "../../test/support/history-run.ts";
import { addToHistory, newestFirst, readHistoryView, readUnitTrend } from "../review/index.ts";

const days = ["2026-11-16T21:00:00Z", "2026-11-17T21:00:00Z", "2026-11-18T21:00:00Z"];
const sweep = "book.pa.sweep.json";

test("the trend of a unit is that of a history, without one: from the folders of its runs alone", async () => {
  const folder = await temporaryFolder();
  const runs: string[] = [];
  for (const [index, startedAt] of days.entries()) {
    const numbers = { Total: index * 10, "Total / Energy": index };
    // A new row moves the unit into another job.
    const rows = [...Array.from({ length: index }, (_, row) => `new-${row}`), "growth"];
    const units = rows.map((id) => [id, { numbers }] as const);
    const run = await writeSweepRun(join(folder, `run-${index}`), startedAt, units, { rowsInJob: 1 });
    const path = index === 0 ? sweep : sweep.replace(".json", `.${index + 1}.json`);
    const finding = { id: "sum of Weight", message: `It is ${index}.`, value: `${index}`, unit: "growth" };
    await writeChecksReport(run, [{ ...finding, status: "passed", path }]);
    runs.push(run);
  }
  const store = join(folder, "history");
  for (const run of runs) await addToHistory(run, store);
  const { view } = await readHistoryView(store, { file: sweep, unit: "growth" });
  expect(view.series.length).toBeGreaterThan(2);

  const unit = { path: sweep, unit: "growth" };
  const folders = runs.toReversed();
  expect(await readUnitTrend(folders, unit)).toEqual(view);
  // A copy of a run counts once, and a folder without a run is named.
  await rm(join(folder, "run-0", "manifest.json"));
  const trend = await readUnitTrend([...folders, folders[0] ?? ""], unit);
  expect([trend.runs.length, trend.omission]).toEqual([2, "1 run folder could not be read."]);
  expect((await readUnitTrend(folders, { path: sweep, unit: "none" })).series).toEqual([]);
});

test("the trend of a unit in many folders is that of the newest, and says so", async () => {
  const folder = await temporaryFolder();
  const runs: string[] = [];
  for (const [index, startedAt] of days.entries()) {
    const run = await writeSweepRun(
      join(folder, `run-${index}`),
      startedAt,
      [["growth", { numbers: { Total: index } }]],
      {
        rowsInJob: 1,
      },
    );
    // The folder of an early run may have been written last.
    await utimes(join(run, "manifest.json"), 0, 1_800_000_000 - index);
    runs.push(run);
  }
  const empty = Array.from({ length: 198 }, (_, index) => join(folder, `gone-${index}`));
  const folders = await newestFirst([...empty, ...runs.toReversed()]);
  expect(folders).toEqual([...runs, ...empty]);
  const steps: string[] = [];
  const trend = await readUnitTrend(
    folders,
    { path: sweep, unit: "growth" },
    {
      onFolder: (done, total) => steps.push(`${done} of ${total}`),
    },
  );
  expect(trend.runs.length).toBe(3);
  expect(trend.omission).toBe("Only 200 of 201 run folders were read, the newest. 197 run folders could not be read.");
  expect([steps.length, steps.at(-1)]).toEqual([200, "200 of 200"]);
});
