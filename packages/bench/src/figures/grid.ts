import path from "node:path";
import { build } from "esbuild";
import { type Browser, openBrowser, type Page } from "../../../viewer/test/support/browser.ts";
import { frameTimes } from "../../../viewer/test/support/frames.ts";
import { median, quantile, repeat } from "../measure.ts";
import type { GridName } from "../peers/page.ts";
import { atMost, type Row } from "../report.ts";

const ROWS = 100_000;
const COLUMNS = 50;
const ROUNDS = 3;
const FRAMES = 240;
const WHEEL_PIXELS = 260;

/** Our grid beside AG Grid community: the same data in the same browser. */
export async function measureGrid(): Promise<Row[]> {
  const script = await pageScript();
  // Without a frame rate limit, the time of a frame is its cost.
  const browser = await openBrowser(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
  try {
    const ours = await medianFigures(browser, script, "ours");
    const peer = await medianFigures(browser, script, "AG Grid");
    const row = (what: string, key: keyof GridFigures, unit: string) =>
      atMost(`grid, 100,000 x 50: ${what}, beside AG Grid`, ours[key], unit, peer[key], 1, "ahead of AG Grid");
    return [
      row("first numbers", "show", "ms"),
      row("memory with its data", "mebibytes", "MiB"),
      row("sort by a number", "sort", "ms"),
      row("search in names", "search", "ms"),
      row("95 of 100 wheel frames, main thread", "frame", "ms"),
    ];
  } finally {
    await browser.close();
  }
}

type GridFigures = Record<"show" | "mebibytes" | "sort" | "search" | "frame", number>;

async function medianFigures(browser: Browser, script: string, name: GridName): Promise<GridFigures> {
  const rounds = await repeat(ROUNDS, async () => {
    const page = await openPeers(browser, script);
    const figures = await measureIn(page, name);
    await page.context().close();
    return figures;
  });
  const typical = (key: keyof GridFigures) => median(rounds.map((round) => round[key]));
  return {
    show: typical("show"),
    mebibytes: typical("mebibytes"),
    sort: typical("sort"),
    search: typical("search"),
    frame: typical("frame"),
  };
}

async function measureIn(page: Page, name: GridName): Promise<GridFigures> {
  const before = await heap(page);
  const size = [name, ROWS, COLUMNS] as const;
  const show = await page.evaluate(([name, rows, columns]) => peers.show(name, rows, columns), size);
  const mebibytes = (await heap(page)) - before;
  const { times } = await frameTimes(page, () =>
    page.evaluate(([frames, pixels]) => peers.scroll(frames, pixels), [FRAMES, WHEEL_PIXELS] as const),
  );
  const sort = await page.evaluate(() => peers.sort(3));
  const search = await page.evaluate(() => peers.search("Holding 77"));
  return { show, mebibytes, sort, search, frame: quantile(times, 0.95) };
}

async function openPeers(browser: Browser, script: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 760 } });
  const page = await context.newPage();
  await page.setContent(
    '<!doctype html><html lang="en"><title>Peers</title><style>body{margin:0}main{display:flex;flex-direction:column;height:100vh}main>ae-grid{flex:1}</style><main></main>',
  );
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
