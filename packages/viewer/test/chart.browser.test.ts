import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
const overTime = table([
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
]);
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

async function open(one: Parameters<typeof tablesToJson>[0][number], options: PageOptions = {}) {
  const { page, problems } = await openPage(browser, { width: 960, height: 540, ...options });
  await page.evaluate((text) => harness.showChart(text), tablesToJson([one]));
  await page.locator("svg").waitFor();
  return { page, problems };
}

const titleOf = (page: Page) => page.locator("svg text.title").textContent();
const kindOf = (page: Page) => page.locator('[aria-label="Kind of chart"] [aria-pressed="true"]').textContent();
const pressed = async (page: Page) => (await kindOf(page))?.trim();

describe("the chart", () => {
  it("draws measures over time with gaps for missing values, and shows each value at the mouse", async () => {
    const { page, problems } = await open(overTime);
    expect(await pressed(page)).toBe("Line");
    expect(await titleOf(page)).toBe("Return");
    expect(await page.locator("svg text.legend").allTextContents()).toEqual(sides);
    const paths = await page.locator("svg path").evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""));
    expect(paths.map((path) => path.match(/M/g)?.length)).toEqual([1, 2, 1]);
    expect(await page.locator("svg text.tick").allTextContents()).toContain("2025");
    const box = await page.locator("svg").boundingBox();
    await page.mouse.move((box?.x ?? 0) + 500, (box?.y ?? 0) + 250);
    expect(await page.locator(".tip .name").textContent()).toMatch(/^202[45]-\d\d-\d\d$/);
    expect(await page.locator(".tip tr").count()).toBe(3);
    await page.mouse.move(0, 0);
    expect(await page.locator(".tip").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("draws groups as bars that start at zero, in the table's format", async () => {
    const { page } = await open(effects);
    expect(await pressed(page)).toBe("Bars");
    await page.getByRole("button", { name: "Measures (1)" }).click();
    await page.getByLabel("Active | Selection Effect").check();
    await page.keyboard.press("Escape");
    expect(await page.locator("svg text.legend").allTextContents()).toEqual(["Allocation Effect", "Selection Effect"]);
    expect(await page.locator("svg text.name").first().textContent()).toBe("Communication");
    const bars = page.locator("svg g, svg > rect[rx='1.5']");
    expect(await bars.count()).toBe(10);
    await page.getByLabel("Level").selectOption("all");
    expect(await page.locator("svg text.name").first().textContent()).toBe("Total");
    const zero = Number(await page.locator("svg line.zero").getAttribute("x1"));
    const rects = await page
      .locator("svg > rect[rx='1.5']")
      .evaluateAll((all) =>
        all.map((rect) => [Number(rect.getAttribute("x")), Number(rect.getAttribute("width"))] as const),
      );
    for (const [x, width] of rects) expect(Math.min(Math.abs(x - zero), Math.abs(x + width - zero))).toBeLessThan(0.2);
    expect(rects.filter(([x]) => x < zero - 0.5)).toHaveLength(2);
  });

  it("draws two measures against each other", { tags: "full" }, async () => {
    const { page } = await open(holdings(4, 8, 6));
    await page.getByRole("button", { name: "Scatter" }).click();
    expect(await page.locator("svg circle").count()).toBe(32);
    await page.getByLabel("Up").selectOption("Active | Weight");
    expect(await titleOf(page)).toBe("Active | Weight against Portfolio | Weight");
    const dot = await page.locator("svg circle").first().boundingBox();
    await page.mouse.move((dot?.x ?? 0) + 4, (dot?.y ?? 0) + 4);
    expect(await page.locator(".tip .name").textContent()).toMatch(/^Holding/);
  });

  it("shows a message if there is nothing to draw", { tags: "full" }, async () => {
    const { page } = await openPage(browser);
    await page.evaluate((text) => harness.showChart(text), tablesToJson([table([column("Name", ["a"])])]));
    expect(await page.getByText("This table has no numbers to draw.").isVisible()).toBe(true);
  });

  it.each(["SVG", "PNG"] as const)("is saved as %s without links to other files", { tags: "full" }, async (kind) => {
    const { page, problems } = await open(overTime, { theme: "dark" });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Save ${kind}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Return.${kind.toLowerCase()}`);
    const path = await file.path();
    if (kind === "PNG") {
      const bytes = readFileSync(path);
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      const size = await page.locator("svg").evaluate((svg) => [svg.clientWidth * 2, svg.clientHeight * 2]);
      expect([width, height]).toEqual(size);
      await file.saveAs(`${screenshots}/saved.png`);
    } else {
      const text = readFileSync(path, "utf8");
      expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(text.match(/class=|var\(|style=/g)).toBeNull();
      expect(text).toContain('fill="rgb(29, 33, 41)"');
      await file.saveAs(`${screenshots}/saved.svg`);
    }
    expect(await page.locator("svg").count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it("is saved with any names in it", { tags: "full" }, async () => {
    const names = ["<b>&\u0000\u0008", "\uD800 half", "\uFFFF]]>", "plain"];
    const { page } = await open(table([column("Name", names), column("Value <i>", [1, 2, 3, 4])]));
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
    await expect.poll(() => page.title()).toBe("Return.svg");
  });

  it.each(themes)("is readable and without serious findings in the %s theme", async (theme) => {
    for (const [name, one] of [
      ["line", overTime],
      ["bars", effects],
      ["holdings", holdings(4, 8, 6)],
    ] as const) {
      const { page } = await open(one, { theme });
      await page.screenshot({ path: `${screenshots}/chart-${name}-${theme}.png` });
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Scatter" }).click();
      await page.screenshot({ path: `${screenshots}/chart-${name}-scatter-${theme}.png` });
      await page.context().close();
    }
  });

  it("distinguishes its lines in high contrast by dashes and marks", { tags: "full" }, async () => {
    const { page, problems } = await open(overTime, { forcedColors: true });
    await page.screenshot({ path: `${screenshots}/chart-high-contrast.png` });
    const lines = page.locator("svg g.line");
    const dashes = await lines.evaluateAll((all) =>
      all.map((line) => getComputedStyle(line.querySelector("path:not(.mark)") ?? line).strokeDasharray),
    );
    const marks = await lines.evaluateAll((all) => all.map((line) => line.querySelector(".mark")?.getAttribute("d")));
    expect([new Set(dashes).size, new Set(marks).size]).toEqual([3, 3]);
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
    await page.getByRole("button", { name: "Measures (1)" }).click();
    await page.getByLabel("Active | Selection Effect").check();
    await page.keyboard.press("Escape");
    await page.screenshot({ path: `${screenshots}/chart-bars-high-contrast.png` });
    const fills = await page
      .locator("svg > rect[rx='1.5']")
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
    const { page } = await open(overTime);
    const marks = page.locator("svg .mark");
    expect(await marks.count()).toBe(0);
    await page.evaluate(() => document.body.classList.add("vscode-high-contrast"));
    await expect.poll(() => marks.count()).toBeGreaterThan(0);
    await page.evaluate(() => document.body.classList.remove("vscode-high-contrast"));
    await expect.poll(() => marks.count()).toBe(0);
  });
});
