import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { ensureBuilt } from "../../../viewer/build.ts";
import { compareUnits, noiseTolerances } from "../../../viewer/src/compare/match-units.ts";
import { writeReport } from "../../../viewer/src/report/write-report.ts";
import type { ViewedRun } from "../../../viewer/src/run/viewed-run.ts";
import { type Browser, openBrowser, openPage } from "../../../viewer/test/support/browser.ts";
import { frameTimes } from "../../../viewer/test/support/frames.ts";
import { manifest, file as runFile, unit } from "../../../viewer/test/support/runs.ts";
import { column, table } from "../../../viewer/test/support/tables.ts";
import { makeResult, makeRun, writeRun } from "../data/run-folder.ts";
import { benchFolder, repeat } from "../measure.ts";
import { low, median, quantile } from "../quantiles.ts";
import { atMost, type Row, under } from "../report/rows.ts";

const ROUNDS = 5;
const FRAMES = 240;
const down = { down: 260, across: 0 };
const across = { down: 0, across: 230 };

/** The viewer in a real browser: the size of its script, its first paint, its scrolling, and the start of a large report. */
export async function measureViewer(): Promise<Row[]> {
  await ensureBuilt();
  // Without a frame rate limit, the time of a frame is its cost.
  const unlimited = await openBrowser(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
  try {
    return [
      scriptSize(),
      ...(await grid(unlimited)),
      ...(await display()),
      await report(unlimited),
      await overview(unlimited),
      await comparison(),
    ];
  } finally {
    await unlimited.close();
  }
}

/** The scripts of a report as it holds them, with those of charts and without the export to Excel, which few readers need. */
function scriptSize(): Row {
  const sizes = ["viewer.js", "charts.js"].map((name) => {
    const code = readFileSync(path.join(import.meta.dirname, "../../../viewer/dist", name));
    return gzipSync(code).toString("base64").length;
  });
  return under(
    "report: its scripts with charts, compressed",
    sizes.reduce((sum, size) => sum + size) / 1000,
    "kB",
    300,
  );
}

/** Scrolls on a display of 60 Hz, without a graphics card. A frame that is not ready in time shows one interval later. */
async function display(): Promise<Row[]> {
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
    const interval = 1000 / 60;
    const target = "95 of 100 frames in time";
    const rows: Row[] = [];
    for (const [name, step] of [
      ["scrolling down by ten rows a frame", down],
      ["scrolling across by 230 pixels a frame", across],
    ] as const) {
      const times = await page.evaluate((by) => harness.scroll(by.frames, by.down, by.across), {
        frames: FRAMES,
        ...step,
      });
      // Ticks come some milliseconds early or late. A missed frame takes two intervals.
      rows.push(atMost(`viewer: ${name}, on a display of 60 Hz`, quantile(times, 0.95), "ms", interval, 1.5, target));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function grid(browser: Browser): Promise<Row[]> {
  const paints = await repeat(ROUNDS, async () => {
    const { page } = await openPage(browser);
    const milliseconds = await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
    await page.context().close();
    return milliseconds;
  });
  const { page } = await openPage(browser);
  await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
  const scroll = (step: typeof down) =>
    frameTimes(page, () =>
      page.evaluate((by) => harness.scroll(by.frames, by.down, by.across), { frames: FRAMES, ...step }),
    );
  const scrolls = await repeat(ROUNDS, async () => ({ down: await scroll(down), across: await scroll(across) }));
  const lines = await page.evaluate(() => harness.timeLines(6, 10_000));
  await page.context().close();
  return [
    under("viewer: first paint of 100,000 x 50", median(paints), "ms", 200),
    under("viewer: 6 lines of 10,000 days", lines, "ms", 100),
    ...frameRows(
      "a frame that scrolls down by ten rows",
      scrolls.map((one) => one.down),
    ),
    ...frameRows(
      "a frame that scrolls across by 230 pixels",
      scrolls.map((one) => one.across),
    ),
  ];
}

/** Processor milliseconds of the page for each frame, and milliseconds by the clock from each frame to the next. */
type Frames = Record<"times" | "result", readonly number[]>;

/** A low round of several: other work of the machine makes frames longer by the clock. */
function frameRows(name: string, all: readonly Frames[]): Row[] {
  const row = (by: string, timesOf: (one: Frames) => readonly number[]) => {
    const value = low(all.map((one) => quantile(timesOf(one), 0.95)));
    return under(`viewer: ${name}, ${by}`, value, "ms", 16, "under 16 ms for 95 of 100 frames");
  };
  return [row("main thread", ({ times }) => times), row("by the clock", ({ result }) => result)];
}

async function report(browser: Browser): Promise<Row> {
  using folder = benchFolder("viewer-report");
  // Some 5 MB each.
  const results = Array.from({ length: 10 }, (_, seed) =>
    makeResult({ seed, rows: 9232, measures: 20, isDated: true }),
  );
  writeRun(folder.path, makeRun([{ path: "book.pa.json", results }]));
  const { file, bytes } = await writeReport({ folder: folder.path });
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const started = performance.now();
    await page.goto(pathToFileURL(file).href, { waitUntil: "commit" });
    await page.locator("ae-overview .figure").first().waitFor();
    times.push(performance.now() - started);
    await context.close();
  }
  const name = `viewer: report of a 50 MB run (${(bytes / 1e6).toFixed(0)} MB) until its first numbers show`;
  return under(name, median(times) / 1000, "s", 3);
}

/** Scrolls an overview of 500 units by 60 pixels a frame: 3,600 a second are a fast wheel. */
async function overview(browser: Browser): Promise<Row> {
  using folder = benchFolder("viewer-overview");
  const results = [makeResult({ seed: 1, rows: 40, measures: 3, isDated: false })];
  const files = Array.from({ length: 500 }, (_, index) => ({ path: `folder/file-${index}.pa.json`, results }));
  writeRun(folder.path, makeRun(files));
  const { file } = await writeReport({ folder: folder.path });
  const context = await browser.newContext({ viewport: { width: 1200, height: 720 } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.locator("ae-overview .figure").first().waitFor();
  const { times } = await frameTimes(page, () =>
    page.evaluate(async (steps) => {
      const scroller = document.querySelector("ae-run");
      for (let step = 1; step <= steps; step++) {
        scroller?.scrollBy(0, 60);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }, FRAMES),
  );
  await context.close();
  const name = "viewer: a frame that scrolls an overview of 500 units, main thread";
  return under(name, quantile(times, 0.95), "ms", 16, "under 16 ms for 95 of 100 frames");
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
  const times = await repeat(3, async () => {
    const started = performance.now();
    await compareUnits(runs);
    return performance.now() - started;
  });
  return under("viewer: compare 1,000 moved units of two runs", median(times) / 1000, "s", 2);
}
