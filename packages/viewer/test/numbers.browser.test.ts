import type { Table } from "@analytics-engines/core/results";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../core/test/support/sample.ts";
import { tablesToJson } from "../src/report/tables-json.ts";
import { type Browser, openBrowser, openPage, type Page } from "./support/browser.ts";
import { manyResults } from "./support/many-results.ts";

let browser: Browser;
/** `npm test` checks one table in this many. */
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

interface Shown {
  /** Numbers that are in view in part, or as `####`. */
  readonly cut: readonly string[];
  /** Numbers that are in view whole. */
  readonly numbers: number;
  /** Columns of numbers that are in view whole. */
  readonly measures: number;
  /** The text of the first cell in view. */
  readonly label: string;
}

function shownIn(page: Page): Promise<Shown> {
  return page.evaluate(async () => {
    // Two frames: the grid places its columns in the first one.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const root = document.querySelector("ae-grid")?.shadowRoot;
    const scroller = root?.querySelector(".scroller")?.getBoundingClientRect();
    const cut: string[] = [];
    let numbers = 0;
    const measures = new Set<string | undefined>();
    for (const cell of root?.querySelectorAll<HTMLElement>(".row .cell.end") ?? []) {
      const text = cell.textContent ?? "";
      if (!cell.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(cell);
      const [box, words] = [cell.getBoundingClientRect(), range.getBoundingClientRect()];
      const isWhole =
        words.left >= box.left - 0.5 && words.right <= box.right + 0.5 && box.right <= (scroller?.right ?? 0);
      const isNumber = /^[\u2212#\d]/.test(text);
      if (isNumber && (!isWhole || text.includes("#"))) cut.push(text);
      if (isWhole) measures.add(cell.dataset["place"]);
      if (isWhole && isNumber) numbers += 1;
    }
    const label = root?.querySelector('.row .cell[data-place="0"]')?.textContent?.trim() ?? "";
    return { cut, numbers, measures: measures.size, label };
  });
}

/** What is wrong with the view of a table: it must show the label, two measures, and no part of a number. */
function faultsOf(table: Table, { cut, numbers, measures, label }: Shown): readonly string[] {
  const visible = table.columns.filter(({ isHidden }) => !isHidden);
  const ofNumbers = visible.filter(({ values }) => values.kind === "number");
  if (table.rowCount === 0 || ofNumbers.length === 0) return cut;
  const wanted = Math.min(2, ofNumbers.length);
  return [
    ...cut,
    ...(numbers === 0 ? ["no number in view"] : []),
    ...(measures < wanted ? [`${measures} of ${wanted} measures in view`] : []),
    ...(label === "" ? ["no label in view"] : []),
  ];
}

describe("the tables of all families", () => {
  it.each([
    [400, 860],
    [640, 400],
    [900, 600],
    [1280, 800],
  ])("show their label and two measures, and no number in part, in a page of %i x %i", async (width, height) => {
    const { page, problems } = await openPage(browser, { width, height });
    const found: Record<string, readonly string[]> = {};
    for (const [name, table] of tables) {
      await page.evaluate((json) => harness.showGrid(json), tablesToJson([table]));
      const faults = faultsOf(table, await shownIn(page));
      if (faults.length > 0) found[name] = faults;
    }
    expect(found).toEqual({});
    expect(results.size).toBeGreaterThanOrEqual(100);
    expect(tables.length).toBeGreaterThan(100 / SAMPLE);
    expect(problems).toEqual([]);
    await page.close();
  });
});
