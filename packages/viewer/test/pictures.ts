// Writes the pictures of docs/charts.md: `node --conditions=source packages/viewer/test/pictures.ts`.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { tablesToJson } from "../src/report/tables-json.ts";
import { openBrowser, openPage } from "./support/browser.ts";
import { officialResults } from "./support/official-results.ts";

const folder = path.join(import.meta.dirname, "../../../docs/images/charts");

/** A result of each kind, and the kind of chart if it is not the default. */
const pictures: readonly (readonly [name: string, result: string, kind?: string])[] = [
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
  ["prices", "quant/prices"],
];

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const { page } = await openPage(browser, { width: 560, height: 340 });
const results = await officialResults();
for (const [name, key, kind] of pictures) {
  const tables = results.get(key);
  if (tables === undefined) throw new Error(`no result "${key}" among ${[...results.keys()].join(", ")}`);
  await page.evaluate(([json, chosen]) => harness.showChart(json, chosen), [tablesToJson(tables), kind] as const);
  await page.locator("ae-chart svg").waitFor();
  await page.locator("ae-chart").evaluate((chart) => chart.toggleAttribute("plain", true));
  await page.waitForTimeout(150);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
await browser.close();
