import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "../../../viewer/build.ts";
import { writeReport } from "../../../viewer/src/report/index.ts";
import { type Browser, openBrowser, openPage } from "../../../viewer/test/support/browser.ts";
import { frameTimes } from "../../../viewer/test/support/frames.ts";
import { atMost, low, median } from "../measure.ts";
import type { Row } from "../row.ts";
import { writeRunFolder } from "./run-folder.ts";

const ROUNDS = 5;
const FRAMES = 240;

/** The viewer in a real browser: the size of its scripts, how soon it shows, how it scrolls, how soon a large report opens. */
export async function run(): Promise<Row[]> {
  await ensureBuilt();
  // Frames as fast as they can be made: what each costs.
  const unlimited = await openBrowser(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
  try {
    return [bundleSize(), ...(await grid(unlimited)), ...(await display()), ...(await report(unlimited))];
  } finally {
    await unlimited.close();
  }
}

/** Scrolling on a display of 60 Hz, drawn without a graphics card: a frame that is not ready in time comes an interval later. */
async function display(): Promise<Row[]> {
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
    const down = await page.evaluate((frames) => harness.scroll(frames, 260, 0), FRAMES);
    const across = await page.evaluate((frames) => harness.scroll(frames, 0, 230), FRAMES);
    const interval = 1000 / 60;
    const row = (name: string, times: readonly number[]) =>
      // Ticks are some milliseconds early or late; a frame that was missed comes at twice the interval.
      atMost(
        `viewer: ${name}, on a display of 60 Hz`,
        percentile(times, 0.95),
        "ms",
        interval,
        1.5,
        "95 of 100 frames in time",
      );
    return [row("scrolling down by ten rows a frame", down), row("scrolling across by 230 pixels a frame", across)];
  } finally {
    await browser.close();
  }
}

function bundleSize(): Row {
  const bytes = statSync(path.join(import.meta.dirname, "../../../viewer/dist/viewer.js")).size;
  return atMost("viewer: script without charts, minified", bytes / 1000, "kB", 350, 1, "under 350 kB");
}

async function grid(browser: Browser): Promise<Row[]> {
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page } = await openPage(browser);
    paints.push(await page.evaluate(() => harness.timeFirstPaint(100_000, 50)));
    await page.context().close();
  }
  const { page } = await openPage(browser);
  await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
  const down: Frames[] = [];
  const across: Frames[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    down.push(await frameTimes(page, () => page.evaluate((frames) => harness.scroll(frames, 260, 0), FRAMES)));
    across.push(await frameTimes(page, () => page.evaluate((frames) => harness.scroll(frames, 0, 230), FRAMES)));
  }
  await page.context().close();
  return [
    atMost("viewer: first paint of 100,000 x 50", median(paints), "ms", 200, 1, "under 200 ms"),
    ...frameRows("a frame that scrolls down by ten rows", down),
    ...frameRows("a frame that scrolls across by 230 pixels", across),
  ];
}

interface Frames {
  /** What each frame cost the page. */
  readonly times: readonly number[];
  /** How long each took by the clock until the next one. */
  readonly result: readonly number[];
}

/** Of rounds, since others on the machine make frames longer by the clock. */
function frameRows(name: string, rounds: readonly Frames[]): Row[] {
  const row = (by: string, frames: readonly (readonly number[])[]) => {
    const most = low(frames.map((round) => percentile(round, 0.95)));
    return atMost(`viewer: ${name}, ${by}`, most, "ms", 16, 1, "under 16 ms for 95 of 100 frames");
  };
  return [
    row(
      "main thread",
      rounds.map(({ times }) => times),
    ),
    row(
      "by the clock",
      rounds.map(({ result }) => result),
    ),
  ];
}

async function report(browser: Browser): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "viewer-report-"));
  try {
    writeRunFolder(folder, 10, 5_000_000);
    const { file, bytes } = await writeReport({ folder });
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const started = performance.now();
      await page.goto(pathToFileURL(file).href, { waitUntil: "commit" });
      await page.locator("ae-grid .row").first().waitFor();
      times.push(performance.now() - started);
      await context.close();
    }
    const name = `viewer: report of a 50 MB run (${(bytes / 1e6).toFixed(0)} MB) until its first table shows`;
    return [atMost(name, median(times) / 1000, "s", 3, 1, "under 3 s")];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
