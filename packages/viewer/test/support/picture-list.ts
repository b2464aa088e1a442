// The pictures of the README and of docs/: how each is taken, and what it shows. The command (../pictures.ts) writes them, and a test takes them again.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Table } from "@analytics-engines/core/results";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { tablesToJson } from "../../src/report/tables-json.ts";
import { type Browser, openPage, type Page } from "./browser.ts";
import { bookResults, isExported, officialResults } from "./official-results.ts";
import { type PictureContent, pictureContent } from "./picture-content.ts";

const root = path.join(import.meta.dirname, "../../../..");
export const images = path.join(root, "docs/images");

/** A picture: its file in docs/images, what it shows, and its bytes. */
export interface Picture {
  readonly file: string;
  readonly content: PictureContent;
  readonly png: () => Promise<Buffer>;
}

/** A result of each kind, and the kind of chart if it is not the default. */
const charts: readonly (readonly [name: string, result: string, kind?: string])[] = [
  ["contribution", "pa/contribution"],
  ["attribution", "pa/attribution"],
  ["effects", "pa/attribution", "effects"],
  ["weights", "pa/weights"],
  ["weights-over-time", "pa/weights over time"],
  ["risk-contributions", "pa/risk contributions"],
  ["returns-over-time", "vault/returns"],
  ["drawdown", "vault/returns", "drawdown"],
  ["months", "spar/over time", "months"],
  ["style", "spar/style"],
  ["horizons", "spar/returns"],
  ["risk-return", "spar/statistics"],
  ["bonds", "fi/result"],
  ["key-rates", "key rates/result"],
  ["trades", "fpo/result"],
  ["prices", "quant/prices"],
  ["exported-effects", "pa/attribution with plus", "effects"],
  ["exported-weights", "pa/weights in three levels"],
  ["exported-cumulative", "spar/cumulative by day"],
  ["exported-long-short", "pa/long and short"],
];

/** The pages of a run: the overview, one unit each, and a unit beside itself in an earlier run. */
export const pages: readonly (readonly [name: string, unit: string | undefined, isCompared: boolean])[] = [
  ["overview", undefined, false],
  ["attribution", "book.pa.json#attribution", false],
  ["weights", "book.pa.json#weights", false],
  ["series", "official-returns.vault.json#returns", false],
  ["optimizer", "low-turnover.axp.json#result", false],
  ["compared-unit", "book.pa.json#weights", true],
];

/** The parameter files that pictures show, by the key of their job. */
const files: Readonly<Record<string, string>> = {
  book: "book.pa",
  fi: "bonds.fi",
  afi: "duration-match.afi",
  axp: "low-turnover.axp",
  bpm: "index-tracker.bpm",
  fpo: "balanced-target.fpo",
  npo: "equal-risk.npo",
  spar: "style.spar",
  vault: "official-returns.vault",
  quant: "prices.quant",
  "key rates": "key-rates.fi",
};

type SentRun = Readonly<Record<string, string>>;

function sentRun(results: ReadonlyMap<string, readonly Table[]>): SentRun {
  // Results arrive in any order.
  const order = Object.keys(files);
  const rankOf = ([name]: readonly [string, unknown]) => order.indexOf(name.split("/")[0] ?? "");
  const inOrder = [...results].sort((first, second) => rankOf(first) - rankOf(second));
  return Object.fromEntries(
    inOrder.map(([name, tables]) => {
      const [key = "", unit = ""] = name.split("/");
      return [`${files[key] ?? key}.json#${unit}`, tablesToJson(tables)];
    }),
  );
}

/** The run that pages show, the book in it alone, and the book of a month before. */
export async function pictureRuns(): Promise<{
  readonly now: SentRun;
  readonly book: SentRun;
  readonly before: SentRun;
}> {
  const [book, before, others] = [await bookResults(0), await bookResults(1), await officialResults()];
  const now = sentRun(new Map([...book, ...[...others].filter(([key]) => !key.startsWith("pa/") && !isExported(key))]));
  return { now, book: sentRun(book), before: sentRun(before) };
}

/** Takes all pictures, one after the other: each is gone when the next one is taken. */
export async function* takePictures(browser: Browser): AsyncGenerator<Picture> {
  yield* takeCharts(browser);
  yield* takePages(browser);
  yield await takeComment(browser);
  yield await takeTerminal(browser);
}

async function* takeCharts(browser: Browser): AsyncGenerator<Picture> {
  const { page } = await openPage(browser, { width: 560, height: 900 });
  const results = await officialResults();
  for (const [name, key, kind] of charts) {
    const tables = results.get(key);
    if (tables === undefined) throw new Error(`no result "${key}" among ${[...results.keys()].join(", ")}`);
    await page.evaluate(([json, wanted]) => harness.showWholeChart(json, wanted), [
      tablesToJson(tables),
      kind,
    ] as const);
    yield await pictureOf(page, `charts/${name}.png`, "ae-chart");
  }
  await page.close();
}

async function* takePages(browser: Browser): AsyncGenerator<Picture> {
  const { now, book, before } = await pictureRuns();
  const { page } = await openPage(browser, { width: 1200, height: 800 });
  for (const [name, unit, isCompared] of pages) {
    const [run, earlier] = isCompared ? [book, before] : [now, undefined];
    await page.evaluate((args) => harness.showRun(...args), [run, unit, earlier] as const);
    if (isCompared) await page.locator("ae-compare ae-grid .row").first().waitFor();
    await page.evaluate(() => harness.settled());
    yield await pictureOf(page, `pages/${name}.png`, "body");
  }
  await page.close();
}

/** The comment of a review as GitHub shows it. Its text is the one that the tests of the review expect. Not every machine has a font for ❌. */
async function takeComment(browser: Browser): Promise<Picture> {
  const markdown = readFileSync(path.join(root, "packages/action/test/snapshots/review.md"), "utf8");
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  const page = await browser.newPage({ viewport: { width: 920, height: 900 }, colorScheme: "light" });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${commentStyle}</style>
    <article><header><b>github-actions</b> <span>bot</span> commented</header><main>${html.replaceAll("❌", '<b class="failed">✘</b>')}</main></article>`);
  return pictureOf(page, "pages/review-comment.png", "article");
}

const commentStyle = `
  body { margin: 12px; font: 14px/1.5 system-ui, sans-serif; color: #1f2328; background: #fff; }
  article { position: relative; border: 1px solid #d1d9e0; border-radius: 6px; max-height: 600px; overflow: hidden; }
  article::after { content: ""; position: absolute; inset: auto 0 0; height: 60px; background: linear-gradient(transparent, #fff); }
  .failed { color: #d1242f; }
  header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; color: #59636e; }
  header b { color: #1f2328; }
  header span { border: 1px solid #d1d9e0; border-radius: 2em; padding: 0 6px; font-size: 12px; }
  main { padding: 0 16px 16px; }
  h2 { font-size: 21px; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0; }
  h3 { font-size: 17px; margin: 18px 0 10px; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid #d1d9e0; padding: 5px 12px; }
  code { font: 85% ui-monospace, monospace; background: #818b981f; border-radius: 6px; padding: 2px 5px; }
  a { color: #0969da; }
`;

/** A terminal in which jobs run. Its rows are those that a test of the command expects. */
async function takeTerminal(browser: Browser): Promise<Picture> {
  const text = readFileSync(path.join(root, "packages/cli/test/snapshots/run-80.txt"), "utf8");
  const page = await browser.newPage({ viewport: { width: 920, height: 900 } });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${terminalStyle}</style><pre></pre>`);
  await page.locator("pre").evaluate(
    (pre, rows) => {
      for (const row of rows) {
        const line = document.createElement("div");
        line.className = "note";
        line.textContent = row;
        pre.append(line);
      }
    },
    ["$ analytics-engines run", ...text.trimEnd().split("\n")],
  );
  return pictureOf(page, "pages/terminal.png", "pre");
}

const terminalStyle = `
  pre { display: inline-block; width: 80ch; margin: 12px; padding: 14px 18px; border-radius: 8px; color: #e6edf3; background: #0d1117; }
  pre { font: 13px/1.5 "DejaVu Sans Mono", ui-monospace, monospace; }
`;

async function pictureOf(page: Page, file: string, selector: string): Promise<Picture> {
  const shown = page.locator(selector).first();
  return { file, content: await pictureContent(shown), png: () => shown.screenshot() };
}
