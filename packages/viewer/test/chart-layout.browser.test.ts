import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { familyIds } from "@analytics-engines/core/basics";
import type { Table } from "@analytics-engines/core/results";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleSize } from "../../core/test/support/sample.ts";
import { possibleCharts } from "../src/chart/charts.ts";
import { tablesToJson } from "../src/report/tables-json.ts";
import { type Browser, openBrowser, openPage, type Page } from "./support/browser.ts";
import { measureLayout } from "./support/chart-layout.ts";
import { examplePath } from "./support/official-results.ts";
import { type SimulatedJob, simulatedTables } from "./support/simulated.ts";
import { column, table } from "./support/tables.ts";

const sizes = [
  { width: 1600, height: 900 },
  { width: 1280, height: 860 },
  { width: 1000, height: 700 },
  { width: 700, height: 860 },
] as const;

/** The tables of the demo by `FILE#UNIT`: the results of docs/examples. */
let demo: Map<string, readonly Table[]>;
let browser: Browser;
beforeAll(async () => {
  [browser, demo] = await Promise.all([openBrowser(), demoTables()]);
});
afterAll(() => browser.close());

async function demoTables(): Promise<Map<string, readonly Table[]>> {
  const jobs: Record<string, SimulatedJob> = {};
  for (const name of readdirSync(examplePath("."))) {
    const family = familyIds.find((one) => name.endsWith(`.${one}.json`));
    if (family === undefined || family === "pub" || family === "fiab") continue;
    jobs[name] = { family, body: JSON.parse(readFileSync(path.join(examplePath("."), name), "utf8")) };
  }
  const results = await simulatedTables(jobs);
  return new Map([...results].map(([key, tables]) => [key.replace("/", "#"), tables]));
}

/** Waits until the charts have drawn themselves again after a change. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => harness.settled());
}

describe.each(sizes)("at $width × $height pixels, all of a chart is visible and no labels overlap", (size) => {
  it("for the charts beside the summary of each unit of the demo", async () => {
    const { page } = await openPage(browser, size);
    const sent = Object.fromEntries([...demo].map(([key, tables]) => [key, tablesToJson(tables)]));
    const problems: Record<string, readonly string[]> = {};
    let count = 0;
    for (const key of demo.keys()) {
      await page.evaluate((args) => harness.showRun(...args), [sent, key] as const);
      await settle(page);
      const layout = await measureLayout(page);
      count += layout.count;
      if (layout.problems.length > 0) problems[key] = layout.problems;
    }
    await page.close();
    expect(count).toBeGreaterThan(15);
    expect(problems).toEqual({});
  });

  // One size is a sample.
  const more = size.width === 1280 ? {} : { tags: "full" };
  it("for every kind of chart that the menu offers", more, async () => {
    const { page } = await openPage(browser, size);
    const sent = Object.fromEntries([...demo].map(([key, tables]) => [key, tablesToJson(tables)]));
    const problems: Record<string, readonly string[]> = {};
    let count = 0;
    for (const [key, tables] of demo) {
      await page.evaluate((args) => harness.showRun(...args), [sent, key] as const);
      await settle(page);
      for (const [place, table] of tables.entries()) {
        for (const { kind } of possibleCharts(table)) {
          await page.evaluate(([index, one]) => harness.chooseChart(index, one), [place, kind] as const);
          await settle(page);
          const layout = await measureLayout(page, { mayScroll: true });
          count += layout.count;
          if (layout.problems.length > 0) problems[`${key} ${place} ${kind}`] = layout.problems;
        }
      }
    }
    await page.close();
    expect(count).toBeGreaterThan(35);
    expect(problems).toEqual({});
  });
});

const quantities = [
  "Ending Weight",
  "Total Return",
  "Contribution to Return",
  "Allocation Effect",
  "Market Value",
  "Price",
];

/** A table of names with numbers of any size, or one over time with days at any distance. */
const anyTable: fc.Arbitrary<Table> = fc
  .record({
    names: fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z]{1,24}( [A-Z][a-z]{1,12}){0,3}$/), {
      minLength: 1,
      maxLength: 50,
    }),
    gaps: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }),
    isOverTime: fc.boolean(),
    sides: fc.constantFrom([""], ["Portfolio", "Benchmark"], ["Portfolio", "Benchmark", "Active"]),
    quantities: fc.uniqueArray(fc.constantFrom(...quantities), { minLength: 1, maxLength: 3 }),
    power: fc.integer({ min: -3, max: 6 }),
    numbers: fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ names, gaps, isOverTime, sides, quantities, power, numbers }) => {
    let day = Date.UTC(2012, 0, 31);
    const days = gaps.map((gap) => {
      day += gap * 86_400_000;
      return new Date(day).toISOString().slice(0, 10).replaceAll("-", "");
    });
    const labels = isOverTime ? column("Date", days) : column("Sector", names);
    const count = isOverTime ? days.length : names.length;
    const measures = quantities.flatMap((quantity, place) =>
      sides.map((side, at) =>
        column(
          `${side} ${quantity}`,
          Array.from(
            { length: count },
            (_, row) => ((numbers[(row * 3 + place + at) % 7] ?? 0) / (1 + (row % 5))) * 10 ** (power - 3),
          ),
          { header: [side, quantity] },
        ),
      ),
    );
    return table([labels, ...measures]);
  });

it("keeps every label of any table in view, at any size", async () => {
  const { page } = await openPage(browser);
  const anySize = fc.record({
    width: fc.integer({ min: 480, max: 1600 }),
    height: fc.integer({ min: 420, max: 1000 }),
  });
  await fc.assert(
    fc.asyncProperty(anyTable, anySize, fc.boolean(), async (one, size, isBrief) => {
      await page.setViewportSize(size);
      for (const { kind } of possibleCharts(one)) {
        const show = isBrief ? "showWholeChart" : "showChart";
        await page.evaluate(([name, json, wanted]) => harness[name](json, wanted), [
          show,
          tablesToJson([one]),
          kind,
        ] as const);
        await settle(page);
        const { problems } = await measureLayout(page, { mayScroll: !isBrief });
        expect({ kind, problems }).toEqual({ kind, problems: [] });
      }
    }),
    { numRuns: sampleSize(300), seed: 30, endOnFailure: true },
  );
  await page.close();
});
