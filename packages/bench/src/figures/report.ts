import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { ensureBuilt } from "../../../viewer/build.ts";
import { compareUnits, noiseTolerances } from "../../../viewer/src/compare/match-units.ts";
import { writeReport } from "../../../viewer/src/report/write-report.ts";
import type { ViewedRun } from "../../../viewer/src/run/viewed-run.ts";
import { type Browser, openBrowser, openPage } from "../../../viewer/test/support/browser.ts";
import { manifest, file as runFile, unit } from "../../../viewer/test/support/runs.ts";
import { column, table } from "../../../viewer/test/support/tables.ts";
import { makeRunFolder } from "../data/run-folder.ts";
import { benchFolder, median, repeat } from "../measure.ts";
import { type Row, under, withoutTarget } from "../report.ts";

const ROUNDS = 3;

/** A report in a real browser: the size of its scripts, the start of a large one, the first paint of a large table, a comparison. */
export async function measureReport(): Promise<Row[]> {
  await ensureBuilt();
  const browser = await openBrowser();
  try {
    return [scriptSize(), await firstPaint(browser), await largeReport(browser), await comparison()];
  } finally {
    await browser.close();
  }
}

/** The scripts of a report as it holds them, with those of charts and without the export to Excel, which few readers need. */
function scriptSize(): Row {
  const sizes = ["viewer.js", "charts.js"].map((name) => {
    const code = readFileSync(path.join(import.meta.dirname, "../../../viewer/dist", name));
    return gzipSync(code).toString("base64").length;
  });
  const kilobytes = sizes.reduce((sum, size) => sum + size) / 1000;
  return under("report: its scripts with charts, compressed", kilobytes, "kB", 300);
}

async function firstPaint(browser: Browser): Promise<Row> {
  const times = await repeat(ROUNDS, async () => {
    const { page } = await openPage(browser);
    const milliseconds = await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
    await page.context().close();
    return milliseconds;
  });
  return withoutTarget("report: first paint of 100,000 x 50", median(times), "ms", 200, "shown beside 200 ms");
}

async function largeReport(browser: Browser): Promise<Row> {
  using folder = benchFolder("large-report");
  makeRunFolder(folder.path);
  const { file, bytes } = await writeReport({ folder: folder.path });
  const times = await repeat(ROUNDS, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(pathToFileURL(file).href, { waitUntil: "commit" });
    await page.locator("ae-overview .figure").first().waitFor();
    const milliseconds = performance.now() - started;
    await context.close();
    return milliseconds;
  });
  const name = `report of a 50 MB run (${(bytes / 1e6).toFixed(0)} MB) until its first numbers show`;
  return withoutTarget(name, median(times) / 1000, "s", 3, "shown beside 3 s");
}

/** Compares 1,000 moved units of 50 rows and 10 measures, as the list of two runs does. */
async function comparison(): Promise<Row> {
  const holdings = Array.from({ length: 50 }, (_, row) => `Holding ${row}`);
  const units = Array.from({ length: 1000 }, (_, index) => unit(`unit ${index}`, { file: `${index}.json` }));
  const runOf = (factor: number): ViewedRun => {
    const numbers = holdings.map((_, row) => (row + 1) * factor);
    const measures = Array.from({ length: 10 }, (_, index) => column(`Measure ${index}`, numbers));
    const shared = table([column("Name", holdings), ...measures]);
    return {
      manifest: manifest([runFile("book.pa.json", units)]),
      open: async () => ({ kind: "tables", tables: [shared] }),
    };
  };
  const runs = { now: runOf(1.1), before: runOf(1), tolerances: noiseTolerances };
  const times = await repeat(ROUNDS, async () => {
    const started = performance.now();
    await compareUnits(runs);
    return performance.now() - started;
  });
  return under("compare 1,000 moved units of two runs", median(times) / 1000, "s", 2);
}
