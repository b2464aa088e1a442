import { readFileSync } from "node:fs";
import type { Table } from "@analytics-engines/core/results";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../core/test/support/sample.ts";
import { tablesToJson } from "../src/report/tables-json.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, openPage, type Page, type PageOptions, screenshots } from "./support/browser.ts";
import { column, holdings, table } from "./support/tables.ts";
import { themes } from "./support/themes.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const months = Array.from({ length: 24 }, (_, index) => {
  const date = new Date(Date.UTC(2024, index + 1, 0));
  return date.toISOString().slice(0, 10).replaceAll("-", "");
});
const sides = ["Portfolio", "Benchmark", "Active"];
const overTime: Table = {
  ...table([
    column("Date", months),
    ...sides.map((side, at) =>
      column(
        `${side} Return`,
        months.map((_, row) => (row === 5 && at === 1 ? null : Math.sin(row / (3 + at)) * 4 + at)),
        {
          header: [side, "Return"],
          format: "{0:0.00}",
        },
      ),
    ),
    column(
      "Assets",
      months.map((_, row) => 1e6 + row * 12_345),
      { format: "{0:#,##0}" },
    ),
  ]),
  metadata: {
    startDate: "20240131",
    endDate: "20251231",
    currency: "EUR",
    items: { Accounts: ["GLOBAL_EQUITY"], Benchmark: ["WORLD"], "Document Name": ["WEEKLY_REVIEW"] },
  },
};
const effects = table(
  [
    column("Sector", [
      "Total",
      "Communication",
      "Consumer Goods and Services of all kinds",
      "Energy",
      "Finance",
      "Health",
    ]),
    column("Allocation", [0.54, 0.2, -0.31, 0.4, 0.15, 0.1], {
      header: ["Active", "Allocation Effect"],
      format: "{0:0.00}",
    }),
    column("Selection", [0.44, 0.1, 0.2, -0.25, 0.3, 0.09], {
      header: ["Active", "Selection Effect"],
      format: "{0:0.00}",
    }),
  ],
  [0, 1, 1, 1, 1, 1],
);

interface Options extends PageOptions {
  readonly kind?: string;
}

async function open(one: Parameters<typeof tablesToJson>[0][number], { kind, ...options }: Options = {}) {
  const { page, problems } = await openPage(browser, { width: 960, height: 540, ...options });
  await page.evaluate(([text, kind]) => harness.showChart(text, kind), [tablesToJson([one]), kind] as const);
  await page.locator("svg").waitFor();
  return { page, problems };
}

const titleOf = (page: Page) => page.locator("svg text.title").textContent();
const kindOf = (page: Page) => page.locator("ae-chart-menu select").first().inputValue();

describe("the chart", () => {
  it("draws measures over time with gaps for missing values, and shows each value at the mouse", async () => {
    const { page, problems } = await open(overTime, { kind: "line" });
    expect(await kindOf(page)).toBe("Line");
    expect(await titleOf(page)).toBe("Return");
    expect(await page.locator("svg text.end").allTextContents()).toEqual(
      expect.arrayContaining(["Portfolio", "Benchmark"]),
    );
    const paths = await page
      .locator("svg g.line path")
      .evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""));
    expect(paths.map((path) => path.match(/M/g)?.length)).toEqual([1, 2]);
    expect(await page.locator("svg text.tick").allTextContents()).toContain("2025");
    const box = await page.locator("svg").boundingBox();
    await page.mouse.move((box?.x ?? 0) + 500, (box?.y ?? 0) + 250);
    expect(await page.locator(".tip .name").textContent()).toMatch(/^202[45]-\d\d-\d\d$/);
    expect(await page.locator(".tip tr").count()).toBe(2);
    await page.mouse.move(0, 0);
    expect(await page.locator(".tip").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("stacks the effects of groups on both sides of zero, with the total as a tick", { tags: "full" }, async () => {
    const { page } = await open(effects);
    expect(await kindOf(page)).toBe("Effects");
    expect(await page.locator("svg text.legend").allTextContents()).toEqual(["Allocation", "Selection"]);
    expect(await page.locator("svg text.name").first().textContent()).toBe("Finance");
    expect(await page.locator("svg rect.bar").count()).toBe(10);
    expect(await page.locator("svg rect.total").count()).toBe(5);
    expect(await page.locator("svg text.name").allTextContents()).not.toContain("Total");
  });

  it("draws bars from zero, sorted, in the table's format", { tags: "full" }, async () => {
    const { page } = await open(effects, { kind: "bars" });
    const zero = Number(await page.locator("svg line.zero").getAttribute("x1"));
    const rects = await page
      .locator("svg rect.bar")
      .evaluateAll((all) =>
        all.map((rect) => [Number(rect.getAttribute("x")), Number(rect.getAttribute("width"))] as const),
      );
    for (const [x, width] of rects) expect(Math.min(Math.abs(x - zero), Math.abs(x + width - zero))).toBeLessThan(0.2);
    expect(rects.filter(([x]) => x < zero - 0.5)).toHaveLength(1);
    expect(await page.locator("svg text.value").allTextContents()).toEqual(["0.40", "0.20", "0.15", "0.10", "−0.31"]);
  });

  it("draws two measures against each other", { tags: "full" }, async () => {
    const names = Array.from({ length: 32 }, (_, index) => `Holding ${index}`);
    const numbers = (step: number) => names.map((_, index) => 1 + ((index * step) % 32) / 4);
    const bonds = table([
      column("Security", names),
      column("Effective Duration", numbers(7)),
      column("Yield to Maturity", numbers(5)),
      column("OAS", numbers(11)),
    ]);
    const { page } = await open(bonds, { kind: "scatter" });
    expect(await page.locator("svg circle").count()).toBe(32);
    await page.getByLabel("Up").selectOption("OAS");
    expect(await titleOf(page)).toBe("OAS by effective duration");
    const dot = await page.locator("svg circle").first().boundingBox();
    await page.mouse.move((dot?.x ?? 0) + 4, (dot?.y ?? 0) + 4);
    expect(await page.locator(".tip .name").textContent()).toMatch(/^Holding/);
  });

  it("reads its values by the arrow keys", { tags: "full" }, async () => {
    const { page } = await open(effects, { kind: "bars" });
    const spoken = page.locator(".spoken");
    await page.getByRole("group", { name: /^Chart:/ }).focus();
    await page.keyboard.press("ArrowDown");
    expect(await spoken.textContent()).toBe("Energy: Active allocation effect 0.40 %");
    await page.keyboard.press("End");
    expect(await spoken.textContent()).toBe(
      "Consumer Goods and Services of all kinds: Active allocation effect −0.31 %",
    );
    await page.keyboard.press("ArrowUp");
    expect(await page.locator(".tip .name").textContent()).toBe("Health");
    await page.keyboard.press("Escape");
    expect(await page.locator(".tip").count()).toBe(0);
  });

  it("zooms and pans over time by keys, wheel and mouse", async () => {
    const { page } = await open(overTime, { kind: "line" });
    const ticks = () => page.locator("svg text.tick").allTextContents();
    const all = await ticks();
    await page.getByRole("group", { name: /^Chart:/ }).focus();
    await page.keyboard.press("+");
    await expect.poll(ticks).not.toEqual(all);
    const middle = await ticks();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(ticks).not.toEqual(middle);
    const moved = await ticks();
    const box = await page.locator("svg").boundingBox();
    const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 200, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(ticks).not.toEqual(moved);
    await page.getByRole("button", { name: "All dates" }).click();
    await expect.poll(ticks).toEqual(all);
    await page.mouse.move(x, y);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await expect.poll(ticks).not.toEqual(all);
  });

  it("turns a heat map of months where its numbers need more room, and cuts none", { tags: "full" }, async () => {
    const texts = async (width: number) => {
      const { page } = await open(overTime, { kind: "months", width });
      const found = await page.locator("svg text.cell").allTextContents();
      const [first] = await page.locator("svg text.tick").allTextContents();
      await page.context().close();
      return { found: found.toSorted(), first };
    };
    const [wide, narrow] = [await texts(960), await texts(400)];
    expect([wide.first, narrow.first]).toEqual(["Jan", "2024"]);
    expect(wide.found).toHaveLength(24);
    expect(narrow.found).toEqual(wide.found);
  });

  it.each(isFull ? ["line", "cumulative", "drawdown"] : ["line"])(
    "draws a %s around a column without values",
    async (kind) => {
      const returns = (name: string, cells: readonly (number | null)[]) =>
        column(name, cells, { header: [name, "Return"] });
      const some = table([
        column("Date", ["20240131", "20240229", "20240331"]),
        returns("Portfolio", [1, null, 2]),
        returns("Benchmark", [null, null, null]),
      ]);
      const { page, problems } = await open(some, { kind });
      await page.locator("svg circle").first().waitFor();
      expect(await page.locator("svg text.end").allTextContents()).not.toContain("Benchmark");
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it("shows a message if there is nothing to draw", { tags: "full" }, async () => {
    const { page } = await openPage(browser);
    await page.evaluate((text) => harness.showChart(text), tablesToJson([table([column("Name", ["a"])])]));
    expect(await page.getByText("This table has no numbers to draw.").isVisible()).toBe(true);
  });

  it.each(["SVG", "PNG"] as const)("is saved as %s without links to other files", { tags: "full" }, async (kind) => {
    const { page, problems } = await open(overTime, { theme: "dark", kind: "line" });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Save ${kind}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Return.${kind.toLowerCase()}`);
    const path = await file.path();
    if (kind === "PNG") {
      const bytes = readFileSync(path);
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      const size = await page
        .locator("svg")
        .evaluate((svg) => [svg.clientWidth * 2, (svg.clientHeight + 16 * 2 + 10) * 2]);
      expect([width, height]).toEqual(size);
      await file.saveAs(`${screenshots}/saved.png`);
    } else {
      const text = readFileSync(path, "utf8");
      expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(text.match(/class=|var\(|style=/g)).toBeNull();
      expect(text).toContain('fill="rgb(27, 31, 36)"');
      expect(text).toContain("Account GLOBAL_EQUITY against WORLD · Period 2024-01-31 to 2025-12-31 · Currency EUR");
      expect(text).toContain("Source: table, WEEKLY_REVIEW");
      await file.saveAs(`${screenshots}/saved.svg`);
    }
    expect(await page.locator("svg").count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it("is saved with any names in it", { tags: "full" }, async () => {
    const names = ["<b>&\u0000\u0008", "\uD800 half", "\uFFFF]]>", "plain"];
    const { page } = await open(
      table([column("Name", names), column("Weight", [10, 20, 30, 40], { header: ["<i>Fund</i>", "Weight"] })]),
    );
    for (const kind of ["SVG", "PNG"]) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: `Save ${kind}` }).click();
      const bytes = readFileSync(await (await download).path());
      if (kind === "SVG") {
        const isXml = await page.evaluate((text) => {
          const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
          return parsed.querySelector("parsererror") === null && parsed.querySelector("b, i") === null;
        }, bytes.toString());
        expect(isXml).toBe(true);
      } else expect(bytes.length).toBeGreaterThan(5000);
    }
  });

  it("lets a host save its files", { tags: "full" }, async () => {
    const { page } = await open(overTime);
    await page.evaluate(() => {
      document.addEventListener("save-file", (event) => {
        event.preventDefault();
        if ("fileName" in event) document.title = String(event.fileName);
      });
    });
    await page.getByRole("button", { name: "Save SVG" }).click();
    await expect.poll(() => page.title()).toBe("Cumulative return.svg");
  });

  it.each(themes)("is readable and without serious findings in the %s theme", { tags: "full" }, async (theme) => {
    for (const [name, one] of [
      ["line", overTime],
      ["bars", effects],
      ["holdings", holdings(4, 8, 6)],
    ] as const) {
      const { page } = await open(one, { theme });
      await page.screenshot({ path: `${screenshots}/chart-${name}-${theme}.png` });
      expect(await seriousFindings(page)).toEqual([]);
      await page.context().close();
    }
  });

  it("distinguishes its lines in high contrast by dashes and marks", { tags: "full" }, async () => {
    const { page, problems } = await open(overTime, { forcedColors: true, kind: "line" });
    await page.screenshot({ path: `${screenshots}/chart-high-contrast.png` });
    const lines = page.locator("svg g.line");
    const dashes = await lines.evaluateAll((all) =>
      all.map((line) => getComputedStyle(line.querySelector("path:not(.mark)") ?? line).strokeDasharray),
    );
    const marks = await lines.evaluateAll((all) => all.map((line) => line.querySelector(".mark")?.getAttribute("d")));
    expect([new Set(dashes).size, new Set(marks).size]).toEqual([2, 2]);
    // The legend shows the same as the lines.
    const samples = await page
      .locator("svg line.sample")
      .evaluateAll((all) => all.map((line) => getComputedStyle(line).strokeDasharray));
    expect(samples).toEqual(dashes);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("distinguishes its bars in high contrast by hatches, also in a saved file", { tags: "full" }, async () => {
    const { page, problems } = await open(effects, { forcedColors: true });
    await page.screenshot({ path: `${screenshots}/chart-bars-high-contrast.png` });
    const fills = await page
      .locator("svg rect.bar")
      .evaluateAll((all) => all.map((rect) => getComputedStyle(rect).fill));
    expect([...new Set(fills)].filter((fill) => fill.startsWith("url("))).toHaveLength(1);
    expect(new Set(fills).size).toBe(2);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save SVG" }).click();
    const saved = readFileSync(await (await download).path(), "utf8");
    const [, id] = /<pattern id="([^"]+)"/.exec(saved) ?? [];
    expect(id).toBeDefined();
    expect(saved.match(new RegExp(`fill="url\\([^)]*#${id}[^)]*\\)"`, "g"))).toHaveLength(6);
    expect(saved).not.toMatch(/class=|var\(|style=|https?:\/\/viewer/);
    expect(problems).toEqual([]);
  });

  it("follows the editor into and out of a high-contrast theme", { tags: "full" }, async () => {
    const { page } = await open(overTime, { kind: "line" });
    const marks = page.locator("svg .mark");
    expect(await marks.count()).toBe(0);
    await page.evaluate(() => document.body.classList.add("vscode-high-contrast"));
    await expect.poll(() => marks.count()).toBeGreaterThan(0);
    await page.evaluate(() => document.body.classList.remove("vscode-high-contrast"));
    await expect.poll(() => marks.count()).toBe(0);
  });
});
