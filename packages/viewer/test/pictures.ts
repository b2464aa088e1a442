// Writes the pictures of docs/charts.md and docs/results.md: `node --conditions=source packages/viewer/test/pictures.ts`. With `--states` it
// writes the pages in all their states to test/screenshots/states instead, to look at: themes, high contrast, widths, zoom, and paper. With
// `--language de` too, the labels are German.
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Table } from "@analytics-engines/core/results";
import { tablesToJson } from "../src/report/tables-json.ts";
import { type Browser, openBrowser, openPage, type Page, type PageOptions, screenshots } from "./support/browser.ts";
import { bookResults, officialResults } from "./support/official-results.ts";

const images = path.join(import.meta.dirname, "../../../docs/images");

/** A result of each kind, and the kind of chart if it is not the default. */
const charts: readonly (readonly [name: string, result: string, kind?: string])[] = [
  ["contribution", "pa/contribution"],
  ["attribution", "pa/attribution"],
  ["effects", "pa/attribution", "effects"],
  ["weights", "pa/weights"],
  ["treemap", "pa/weights", "treemap"],
  ["weights-over-time", "pa/weights over time"],
  ["risk-contributions", "pa/risk contributions"],
  ["returns-over-time", "vault/returns"],
  ["drawdown", "vault/returns", "drawdown"],
  ["months", "spar/over time", "months"],
  ["style", "spar/style"],
  ["risk-return", "spar/statistics"],
  ["bonds", "fi/result"],
  ["key-rates", "key rates/result"],
  ["trades", "fpo/result"],
  ["optimal", "npo/result"],
  ["screen", "quant/screen"],
  ["prices", "quant/prices"],
];

/** The pages of a run: the overview, one unit each, and two runs beside each other. */
const pages: readonly (readonly [name: string, unit: string | undefined, isCompared: boolean])[] = [
  ["overview", undefined, false],
  ["attribution", "book.pa.json#attribution", false],
  ["weights", "book.pa.json#weights", false],
  ["series", "official-returns.vault.json#returns", false],
  ["optimizer", "low-turnover.axp.json#result", false],
  ["compared-runs", undefined, true],
  ["compared-unit", "book.pa.json#weights", true],
];

const states: Readonly<Record<string, PageOptions>> = {
  light: { width: 1280, height: 860 },
  dark: { width: 1280, height: 860, theme: "dark" },
  "contrast-light": { width: 1280, height: 860, forcedColors: true },
  "contrast-dark": { width: 1280, height: 860, theme: "dark", forcedColors: true },
  narrow: { width: 400, height: 860 },
  // As a browser of 1280 × 860 pixels shows them at 200 %.
  zoomed: { width: 640, height: 430 },
};

/** The parameter files that pictures show, by the key of their job. */
const files: Readonly<Record<string, string>> = {
  book: "book.pa",
  spar: "style.spar",
  vault: "official-returns.vault",
  quant: "prices.quant",
  fi: "bonds.fi",
  "key rates": "key-rates.fi",
  afi: "duration-match.afi",
  axp: "low-turnover.axp",
  bpm: "index-tracker.bpm",
  fpo: "balanced-target.fpo",
  npo: "equal-risk.npo",
};

function sent(results: ReadonlyMap<string, readonly Table[]>): Record<string, string> {
  return Object.fromEntries(
    [...results].map(([name, tables]) => {
      const [key = "", unit = ""] = name.split("/");
      return [`${files[key] ?? key}.json#${unit}`, tablesToJson(tables)];
    }),
  );
}

async function drawCharts(page: Page): Promise<void> {
  const folder = path.join(images, "charts");
  mkdirSync(folder, { recursive: true });
  const results = await officialResults();
  for (const [name, key, kind] of charts) {
    const tables = results.get(key);
    if (tables === undefined) throw new Error(`no result "${key}" among ${[...results.keys()].join(", ")}`);
    await page.evaluate(([json, chosen]) => harness.showWholeChart(json, chosen), [
      tablesToJson(tables),
      kind,
    ] as const);
    await page.locator("ae-chart").screenshot({ path: path.join(folder, `${name}.png`) });
  }
}

async function drawPages(
  browser: Browser,
  folder: string,
  chosen: Readonly<Record<string, PageOptions>>,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [book, before, others] = [await bookResults(0), await bookResults(1), await officialResults()];
  const now = sent(new Map([...book, ...[...others].filter(([key]) => !key.startsWith("pa/"))]));
  const isDocumented = Object.keys(chosen).length === 1;
  for (const [state, options] of Object.entries(chosen)) {
    const { page } = await openPage(browser, { ...options, ...labels });
    for (const [name, unit, isCompared] of pages) {
      const [run, earlier] = [isCompared ? sent(book) : now, isCompared ? sent(before) : undefined];
      await page.evaluate((args) => harness.showRun(...args), [run, unit, earlier] as const);
      await page.waitForTimeout(1000);
      await page.screenshot({ path: path.join(folder, isDocumented ? `${name}.png` : `${name}-${state}.png`) });
    }
    await page.close();
  }
  if (isDocumented) return;
  const { page } = await openPage(browser);
  await page.evaluate((run) => harness.showPaper(run), sent(book));
  await page.pdf({ preferCSSPageSize: true, path: path.join(folder, "paper.pdf") });
}

const { values } = parseArgs({ options: { states: { type: "boolean" }, language: { type: "string" } } });
const bundle = path.join(import.meta.dirname, `../../vscode/l10n/bundle.l10n.${values.language}.json`);
const labels: PageOptions = values.language === undefined ? {} : { texts: JSON.parse(readFileSync(bundle, "utf8")) };
const browser = await openBrowser();
if (values.states) await drawPages(browser, path.join(screenshots, "states", values.language ?? ""), states);
else {
  const { page } = await openPage(browser, { width: 560, height: 900 });
  await drawCharts(page);
  await drawPages(browser, path.join(images, "pages"), { light: { width: 1200, height: 720 } });
}
await browser.close();
