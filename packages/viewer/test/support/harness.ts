// What the pages of the tests load: the components, and a way to hand them tables.
import { decodeResult, type Table } from "@analytics-engines/core/results";
import "../../src/page.ts";
import "../../src/charts-page.ts";
import { Chart } from "../../src/chart/chart.ts";
import { Grid } from "../../src/grid/grid.ts";
import { tablesFromJson } from "../../src/report/tables-json.ts";
import { holdings } from "../../src/testing/tables.ts";

const style = new CSSStyleSheet();
style.replaceSync(
  "html{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#1c1d20)}main{display:flex;flex-direction:column;height:100vh;padding:8px;box-sizing:border-box}main>*{flex:1}",
);
document.adoptedStyleSheets = [style];

async function showGrid(table: Table | undefined): Promise<void> {
  const grid = new Grid();
  grid.table = table;
  document.querySelector("main")?.replaceChildren(grid);
  await grid.updateComplete;
}

async function showChart(table: Table | undefined): Promise<void> {
  const chart = new Chart();
  chart.table = table;
  document.querySelector("main")?.replaceChildren(chart);
  await chart.updateComplete;
}

const helpers = {
  showChart: (json: string) => showChart(tablesFromJson(json)[0]),
  showResultChart: (json: string) => showChart(decodeResult(JSON.parse(json))[0]),
  showGrid: (json: string) => showGrid(tablesFromJson(json)[0]),
  showHoldings: (sectors: number, held: number, measures: number) => showGrid(holdings(sectors, held, measures)),
};

declare global {
  /** See test/support/harness.ts. */
  var harness: typeof helpers;
}
globalThis.harness = helpers;
