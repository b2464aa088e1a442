import { writeFileSync } from "node:fs";
import path from "node:path";
import { addToHistory } from "@analytics-engines/runs/history";
import { makeResult, makeRun, writeRun } from "../data/run-folder.ts";
import { benchFolder, repeat, runNode } from "../measure.ts";
import { median } from "../quantiles.ts";
import { type Row, under } from "../report/rows.ts";

const ROUNDS = 3;
const RUNS = 365;
const UNITS = 1000;
/** The first day. The runs are of one calendar year. */
const START = Date.UTC(2026, 0, 1, 21);
const DAY = 86_400_000;

const command = path.resolve(import.meta.dirname, "../../../cli/dist/main.js");

/** Adds nightly runs to a store; then the command shows one number of a unit over a year of nightly runs of 1,000 units with ten numbers each: the whole process. */
export async function measureHistory(): Promise<Row[]> {
  using folder = benchFolder("history");
  const store = path.join(folder.path, "store");
  const run = path.join(folder.path, "run");
  const results = Array.from({ length: UNITS }, (_, seed) => makeResult({ seed, rows: 5, measures: 2 }));
  const files = makeRun([{ path: "book.pa.json", results }]);
  writeRun(run, files);
  const addSeconds: number[] = [];
  for (let day = 0; day < RUNS; day++) {
    const manifest = JSON.parse(files.get("manifest.json") ?? "");
    const startedAt = new Date(START + day * DAY).toISOString();
    writeFileSync(path.join(run, "manifest.json"), JSON.stringify({ ...manifest, startedAt }));
    const started = performance.now();
    await addToHistory(run, store);
    addSeconds.push((performance.now() - started) / 1000);
  }
  return [
    under(`history: add a run of ${UNITS} units`, median(addSeconds), "s", 0.5),
    under(`history of ${RUNS} runs of ${UNITS} units: one number`, await showSeconds(store), "s", 5),
  ];
}

async function showSeconds(store: string): Promise<number> {
  const place = ["--unit", "unit-500", "--row", "Holding 1", "--column", "Measure 0"];
  const seconds = await repeat(ROUNDS, async () => {
    const args = [command, "history", "show", "--store", store, ...place];
    const { code, stdout, stderr, milliseconds } = await runNode(args);
    if (code !== 0 || stdout.split("\n").length !== RUNS + 2) throw new Error(`history show failed: ${stderr}`);
    return milliseconds / 1000;
  });
  return median(seconds);
}
