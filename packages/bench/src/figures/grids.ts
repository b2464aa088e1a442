import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, openBrowser, type Page } from "../../../viewer/test/support/browser.ts";
import { frameTimes } from "../../../viewer/test/support/frames.ts";
import { repeat } from "../measure.ts";
import type { ChartName, GridName } from "../peers/page.ts";
import { median, quantile } from "../quantiles.ts";
import { atMost, type Row, withoutTarget } from "../report/rows.ts";

const sizes = [
  { rows: 100_000, columns: 50 },
  { rows: 1_000_000, columns: 20 },
];
const grids: readonly GridName[] = ["ours", "AG Grid", "Tabulator"];
const ROUNDS = 3;
const FRAMES = 240;
const WHEEL_PIXELS = 260;
/** A grid that has not shown a table after this time does not show it. */
const MAX_MS = 120_000;

/** Our grid beside AG Grid community and Tabulator, and our lines beside those of uPlot: the same data in the same browser. */
export async function measureGrids(): Promise<Row[]> {
  const script = await pageScript();
  // Without a frame rate limit, the time of a frame is its cost.
  const browser = await openBrowser([
    "--disable-frame-rate-limit",
    "--disable-gpu-vsync",
    "--js-flags=--max-old-space-size=8192",
  ]);
  try {
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await gridRows(browser, script, size)));
    return [...rows, await linesRow(browser, script)];
  } finally {
    await browser.close();
  }
}

interface GridFigures {
  readonly show: number;
  readonly mebibytes: number;
  readonly sort: number;
  readonly search: number;
  readonly frame: number;
}

async function gridRows(browser: Browser, script: string, { rows, columns }: (typeof sizes)[number]): Promise<Row[]> {
  const of = new Map<GridName, GridFigures | undefined>();
  for (const name of grids) of.set(name, await measureGrid(browser, script, name, rows, columns));
  const ours = of.get("ours");
  if (ours === undefined) throw new Error(`our grid does not show ${rows} rows`);
  const size = `${rows.toLocaleString("en-US")} x ${columns}`;
  return grids.slice(1).flatMap((name) => {
    const peer = of.get(name);
    if (peer === undefined) return [withoutTarget(`grid, ${size}: ${name} does not show it`, 0, "ms", 0, "shown")];
    const row = (what: string, key: keyof GridFigures, unit: string) =>
      atMost(`grid, ${size}: ${what}, beside ${name}`, ours[key], unit, peer[key], 1, `ahead of ${name}`);
    return [
      row("first numbers", "show", "ms"),
      row("memory with its data", "mebibytes", "MiB"),
      row("sort by a number", "sort", "ms"),
      row("search in names", "search", "ms"),
      row("95 of 100 wheel frames, main thread", "frame", "ms"),
    ];
  });
}

/** Medians of the rounds; undefined if the grid cannot show this many rows. */
async function measureGrid(
  browser: Browser,
  script: string,
  name: GridName,
  rows: number,
  columns: number,
): Promise<GridFigures | undefined> {
  try {
    const all = await repeat(ROUNDS, () => measureOnce(browser, script, name, rows, columns));
    const typical = (key: keyof GridFigures) => median(all.map((one) => one[key]));
    return {
      show: typical("show"),
      mebibytes: typical("mebibytes"),
      sort: typical("sort"),
      search: typical("search"),
      frame: typical("frame"),
    };
  } catch (error) {
    if (name === "ours") throw error;
    console.log(`  ${name}, ${rows} rows: ${String(error).split("\n")[0]}`);
    return undefined;
  }
}

async function measureOnce(
  browser: Browser,
  script: string,
  name: GridName,
  rows: number,
  columns: number,
): Promise<GridFigures> {
  const page = await openPeers(browser, script);
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new Error("not shown in time")), MAX_MS);
  try {
    return await Promise.race([deadline.promise, measureIn(page, name, rows, columns)]);
  } finally {
    clearTimeout(timer);
    await page.context().close();
  }
}

async function measureIn(page: Page, name: GridName, rows: number, columns: number): Promise<GridFigures> {
  const before = await heap(page);
  const show = await page.evaluate(([name, rows, columns]) => peers.show(name, rows, columns), [
    name,
    rows,
    columns,
  ] as const);
  const mebibytes = (await heap(page)) - before;
  const { times } = await frameTimes(page, () =>
    page.evaluate(([frames, pixels]) => peers.scroll(frames, pixels), [FRAMES, WHEEL_PIXELS] as const),
  );
  const sort = await page.evaluate(() => peers.sort(3));
  const search = await page.evaluate(() => peers.search("Holding 77"));
  return { show, mebibytes, sort, search, frame: quantile(times, 0.95) };
}

async function linesRow(browser: Browser, script: string): Promise<Row> {
  const measure = async (name: ChartName) => {
    const page = await openPeers(browser, script);
    const milliseconds = await page.evaluate((name) => peers.lines(name, 6, 10_000), name);
    await page.context().close();
    return milliseconds;
  };
  const [ours, peer] = [await measure("ours"), await measure("uPlot")];
  return atMost("chart: 6 lines of 10,000 days", ours, "ms", peer, 2, "within 2 times uPlot");
}

async function openPeers(browser: Browser, script: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 } });
  const page = await context.newPage();
  await page.setContent(
    '<!doctype html><html lang="en"><title>Peers</title><style>body{margin:0}main{display:flex;flex-direction:column;height:100vh}main>ae-grid{flex:1}</style><main></main>',
  );
  // AG Grid brings its own styles.
  await page.addStyleTag({ path: fileURLToPath(import.meta.resolve("tabulator-tables/dist/css/tabulator.min.css")) });
  await page.addScriptTag({ content: script });
  return page;
}

/** MiB that the page's script holds after a collection, with the memory of its arrays. */
async function heap(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const usage = await client.send("Runtime.getHeapUsage");
  await client.detach();
  const arrays = "backingStorageSize" in usage ? Number(usage.backingStorageSize) : 0;
  return (usage.usedSize + arrays) / 1024 ** 2;
}

async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "../peers/page.ts")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2023",
    conditions: ["source"],
    external: ["./export/arrow/read.ts"],
    // The page loads no other script.
    define: { "import.meta.url": '"http://peers.test/"' },
  });
  return outputFiles[0]?.text ?? "";
}
