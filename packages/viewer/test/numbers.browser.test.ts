import type { Table } from "@analytics-engines/core/results";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../core/test/sample.ts";
import { tablesToJson } from "../src/report/tables-json.ts";
import { type Browser, openBrowser, openPage, type Page } from "./support/browser.ts";
import { manyResults } from "./support/many-results.ts";

let browser: Browser;
/** One table of so many in `npm test`. */
const SAMPLE = 10;

let results: ReadonlyMap<string, readonly Table[]>;
let tables: readonly (readonly [string, Table])[];
beforeAll(async () => {
  browser = await openBrowser();
  results = await manyResults();
  const all = [...results].flatMap(([key, found]) => found.map((table) => [`${key}, ${table.id}`, table] as const));
  tables = all.filter((_, place) => isFull || place % SAMPLE === 0);
});
afterAll(() => browser.close());

/** What a grid shows in part, and the numbers that it shows whole. */
function shownIn(page: Page): Promise<{ cut: string[]; numbers: number }> {
  return page.evaluate(async () => {
    // Two frames: the grid places its columns in the first one.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const root = document.querySelector("ae-grid")?.shadowRoot;
    const scroller = root?.querySelector(".scroller")?.getBoundingClientRect();
    const cut: string[] = [];
    let numbers = 0;
    for (const cell of root?.querySelectorAll<HTMLElement>(".row .cell") ?? []) {
      const text = cell.textContent ?? "";
      if (!cell.checkVisibility() || !/^[\u2212#\d]/.test(text)) continue;
      const range = document.createRange();
      range.selectNodeContents(cell);
      const [box, words] = [cell.getBoundingClientRect(), range.getBoundingClientRect()];
      const isIn =
        words.left >= box.left - 0.5 && words.right <= box.right + 0.5 && box.right <= (scroller?.right ?? 0);
      if (!isIn || text.includes("#")) cut.push(text);
      else if (/^[\u2212\d.,]+$/.test(text)) numbers += 1;
    }
    return { cut, numbers };
  });
}

describe("the tables of all families", () => {
  it.each([
    [400, 860],
    [640, 400],
    [900, 600],
    [1280, 800],
  ])("show numbers, and none of them in part, in a page of %i x %i", async (width, height) => {
    const { page, problems } = await openPage(browser, { width, height });
    const found: Record<string, readonly string[]> = {};
    for (const [name, table] of tables) {
      await page.evaluate((json) => harness.showGrid(json), tablesToJson([table]));
      const { cut, numbers } = await shownIn(page);
      const isNumeric = table.columns.some(({ values, isHidden }) => values.kind === "number" && !isHidden);
      if (cut.length > 0) found[name] = cut;
      // One row has nulls beside its numbers.
      if (isNumeric && numbers < Math.min(2, table.rowCount)) found[name] = [`${numbers} numbers in view`];
    }
    expect(found).toEqual({});
    expect(results.size).toBeGreaterThanOrEqual(100);
    expect(tables.length).toBeGreaterThan(100 / SAMPLE);
    expect(problems).toEqual([]);
    await page.close();
  });
});
