// What the pages of the tests load: the components, and a way to hand them tables.
import type { Table } from "@analytics-engines/core/results";
import "../../src/page.ts";
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

const harness = {
  showGrid: (json: string) => showGrid(tablesFromJson(json)[0]),
  showHoldings: (sectors: number, held: number, measures: number) => showGrid(holdings(sectors, held, measures)),
};

declare global {
  var harness: typeof import("./harness.ts").default;
}
globalThis.harness = harness;
export default harness;
