import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../build.ts";
import { writeReport } from "../src/report/write-report.ts";
import { allFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, openPage, type Page, screenshots, watch } from "./support/browser.ts";
import { makeFolder, result, store, writeManifest } from "./support/run-folder.ts";
import { file, manifest, unit } from "./support/runs.ts";
import { themes } from "./support/themes.ts";

const weights = (count: number, shift = 0) =>
  result(
    Array.from({ length: count }, (_, row) => ({
      Security: `Holding ${row}`,
      "Portfolio Weight": row + shift,
      "Benchmark Weight": count - row,
    })),
  );

let browser: Browser;
const folders: string[] = [];
beforeAll(async () => {
  await ensureBuilt();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function open(
  fill: (folder: string) => Parameters<typeof manifest>[0],
  size = { width: 1200, height: 720 },
  theme: "light" | "dark" = "light",
) {
  const folder = makeFolder();
  folders.push(folder);
  writeManifest(folder, manifest(fill(folder)));
  const { file: report } = await writeReport({ folder });
  const context = await browser.newContext({ colorScheme: theme, viewport: size, offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = watch(page);
  await page.goto(pathToFileURL(report).href);
  await page.locator("ae-overview").waitFor();
  return { page, problems };
}

const statesOf = (folder: string) => [
  file("states.pa.json", [
    store(folder, "warned", weights(30), { warnings: ["The benchmark has old prices"] }),
    store(folder, "altered", weights(3, 1), { sha256: "0".repeat(64) }),
    unit("failed", { status: "failure", errors: [{ title: "Account not found" }] }),
    unit("lost", { status: "lost" }),
    store(folder, "empty", { data: { tables: {} } }),
  ]),
];

const openUnit = async (page: Page, id: string) => {
  await page.locator(`ae-overview [data-key$="#${id}"]`).click();
  await page.locator("ae-unit h2", { hasText: id }).waitFor();
};

describe("an overview", () => {
  it("shows the key figures and a small chart of a unit in its row", async () => {
    const { page, problems } = await open((folder) => [
      file("a.pa.json", [store(folder, "one", weights(30)), unit("two")]),
    ]);
    const row = page.locator('[data-key$="#one"]');
    await row.locator(".figure").first().waitFor();
    expect((await row.locator(".figure").first().textContent())?.replaceAll(/\s+/g, " ")).toMatch(/^Holdings ?29$/);
    expect(await row.locator("svg[role=img]").getAttribute("aria-label")).toContain("weight");
    expect(problems).toEqual([]);
  });
});

describe("the caption of a small chart", () => {
  it("is whole where three lines have room for it, and else its title is", async () => {
    const long = "Contribution to the return of the portfolio in the currency of its owner";
    const ofSectors = (measure: string) =>
      result(
        ["Energy", "Health", "Utilities"].map((sector, row) => ({ "Economic Sector": sector, [measure]: row + 1 })),
      );
    const { page } = await open((folder) => [
      file("a.pa.json", [
        store(folder, "short", ofSectors("Contribution to Return")),
        store(folder, "long", ofSectors(long)),
      ]),
    ]);
    for (const width of [901, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      const captions = page.locator("ae-row-summary .caption");
      await expect.poll(() => captions.count()).toBe(2);
      const found = await captions.evaluateAll((all) =>
        all.map((one) => ({
          text: one.textContent,
          title: one.getAttribute("title"),
          isInside: one.getBoundingClientRect().right <= innerWidth - 24,
          isCut: one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth,
        })),
      );
      expect(found[0]).toMatchObject({
        text: "contribution to Return by economic sector",
        isCut: false,
        isInside: true,
      });
      expect(found[1]).toMatchObject({ title: expect.stringContaining(long.slice(1)), isCut: true });
    }
  });
});

describe("a row of the overview", () => {
  it.each([380, 460, 640, 800, 901, 1280])("has its names whole at %i pixels", async (width) => {
    const name = "active weights over time by economic sector";
    const { page } = await open(
      (folder) => [
        file("monthly/global-equity-attribution.pa.json", [
          store(folder, name, weights(30)),
          unit("other_unit_without_a_space_in_its_long_id"),
        ]),
      ],
      { width, height: 720 },
    );
    // A wide page has more figures, whose labels have their whole text as their title.
    const names = page.locator(width > 900 ? "ae-overview .name > *" : "ae-overview .name > *, ae-row-summary .label");
    await page.locator("ae-row-summary .label").first().waitFor();
    const cut = await names.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.screenshot({ path: `${screenshots}/overview-${width}.png` });
  });
});

describe("a state of a unit", () => {
  it.each(themes)("has a sign and a word, without findings (%s)", { tags: "full" }, async (theme) => {
    const { page, problems } = await open(statesOf, undefined, theme);
    await page.getByText("Altered: differs from the manifest").waitFor();
    expect(await allFindings(page)).toEqual([]);
    for (const [id, words] of [
      ["warned", "The benchmark has old prices"],
      ["altered", "Altered: differs from the manifest."],
      ["failed", "Account not found"],
      ["lost", "The job finished, but its result was not kept."],
      ["empty", "{"],
    ] as const) {
      await openUnit(page, id);
      await page.locator("ae-unit").getByText(words).first().waitFor();
      if (id !== "empty") expect(await page.locator("ae-unit .messages .status").count(), id).toBeGreaterThan(0);
      expect(await allFindings(page), id).toEqual([]);
      await page.screenshot({ path: `${screenshots}/state-${id}-${theme}.png` });
      await page.keyboard.press("Escape");
      await page.locator("ae-overview").waitFor();
    }
    expect(problems).toEqual([]);
  });
});

describe("a unit whose result has not come yet", () => {
  it.each(themes)("says so after a second, without findings (%s)", { tags: "full" }, async (theme) => {
    const { page, problems } = await openPage(browser, { theme });
    await page.evaluate(() => harness.showLoading());
    await page.getByText("Reading the result").waitFor();
    expect(await allFindings(page)).toEqual([]);
    await page.screenshot({ path: `${screenshots}/state-loading-${theme}.png` });
    expect(problems).toEqual([]);
  });
});

describe("the summary of a unit", () => {
  it("has figures, charts and the table; keys choose other views", async () => {
    const { page, problems } = await open(statesOf);
    await openUnit(page, "warned");
    await page.locator("ae-unit ae-chart svg").first().waitFor();
    expect(await page.locator("ae-unit .figures dt").first().textContent()).toBe("Holdings");
    await page.locator("ae-grid .row").first().waitFor();
    await page.keyboard.press("2");
    await expect.poll(() => page.locator("ae-unit ae-chart").count()).toBe(0);
    await page.keyboard.press("3");
    await page.locator("ae-unit ae-chart-menu").waitFor();
    await page.keyboard.press("5");
    await page.getByRole("group", { name: /^About/ }).waitFor();
    expect(problems).toEqual([]);
  });

  it("shows the names of its key figures whole at 400 pixels", async () => {
    const { page } = await open(statesOf, { width: 400, height: 860 });
    await openUnit(page, "warned");
    const names = page.locator("ae-unit .figures dt");
    await names.first().waitFor();
    expect(await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  });

  it("shows ten rows of the table at 640 × 400", async () => {
    const { page } = await open(statesOf, { width: 640, height: 400 });
    await openUnit(page, "warned");
    const bottom = await page.locator("ae-grid .scroller").evaluate((part) => part.getBoundingClientRect().bottom);
    const rows = page.locator("ae-grid .row");
    await rows.first().waitFor();
    const whole = await rows.evaluateAll(
      (all, limit) => all.filter((row) => row.getBoundingClientRect().bottom <= limit).length,
      bottom,
    );
    expect(whole).toBeGreaterThanOrEqual(10);
  });
});

it("shows the events of a job without tables, each in one row", async () => {
  const event = { type: "Information", message: "Calculation completed", submissiondatetime: "2026-11-24T14:49:13.5Z" };
  const { page, problems } = await open((folder) => [
    file("a.fiab.json", [store(folder, "batch", { id: "1", status: "Done", batchevents: [event] }), unit("other")], {
      family: "fiab",
    }),
  ]);
  const row = page.locator("ae-unit .events tbody tr");
  await openUnit(page, "batch");
  await row.waitFor();
  expect(await row.locator("td").allTextContents()).toEqual([
    ...["2026-11-24 14:49:13 UTC", "Information", "Calculation completed"],
  ]);
  const tops = await row.locator("td").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(await page.locator("ae-unit").getByRole("status").textContent()).toBe(
    "This job has no tables. These are its events.",
  );
  expect(problems).toEqual([]);
});

describe("a printed run", () => {
  it("has each unit on a new page with all rows, in white, with page numbers and no controls", async () => {
    const { page, problems } = await open(
      (folder) => [file("a.pa.json", [store(folder, "long", weights(120)), store(folder, "short", weights(3, 1))])],
      undefined,
      "dark",
    );
    await page.evaluate(() => {
      window.print = () => document.body.toggleAttribute("data-printed", true);
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.locator("body[data-printed]").waitFor();
    const printed = page.locator("ae-print");
    expect(await printed.locator("section.unit").count()).toBe(2);
    const long = printed.locator("section.unit").first();
    expect(await long.locator("tbody tr").count()).toBe(120);
    // The browser repeats it on each page.
    expect(await long.locator("thead").evaluateAll((all) => all.map((head) => getComputedStyle(head).display))).toEqual(
      ["table-header-group"],
    );
    expect(await long.locator("thead").textContent()).toMatch(/long, 120 rows.*Security.*Weight/s);
    expect(await printed.locator("select, input[type=search]:visible").count()).toBe(0);
    const pdf = await page.pdf({ preferCSSPageSize: true, path: `${screenshots}/printed.pdf` });
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length;
    // The overview, the charts and the rows of the long unit, and the short unit.
    expect(pages).toBe(1 + 5 + 1);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    expect(await printed.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("turns the paper for eight columns, and repeats the names of the rows beside the columns after the twelfth", async () => {
    const wide = (columns: number) =>
      result(
        Array.from({ length: 3 }, (_, row) => ({
          Security: `Holding ${row}`,
          ...Object.fromEntries(
            Array.from({ length: columns - 1 }, (_, index) => [`Value ${index}`, -1_234_567_890.12]),
          ),
        })),
      );
    const { page, problems } = await open((folder) => [
      file("a.pa.json", [
        store(folder, "seven", wide(7)),
        store(folder, "eight", wide(8)),
        store(folder, "thirty", wide(30)),
      ]),
    ]);
    await page.evaluate(() => {
      window.print = () => document.body.toggleAttribute("data-printed", true);
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.locator("body[data-printed]").waitFor();
    const units = page.locator("ae-print section.unit");
    expect(await units.evaluateAll((all) => all.map((unit) => unit.className))).toEqual([
      "unit portrait",
      "unit wide",
      "unit wide",
    ]);
    const headings = await units
      .last()
      .locator("table")
      .evaluateAll((all) =>
        all.map((table) => [...table.querySelectorAll("th:not(.unit-name)")].map((head) => head.textContent)),
      );
    expect(headings.map(([first]) => first)).toEqual(["Security", "Security", "Security"]);
    expect(headings.flatMap((names) => names.slice(1))).toEqual(
      Array.from({ length: 29 }, (_, index) => `Value ${index}`),
    );
    // No number is cut, and none lies beyond the paper.
    const overflow = await page
      .locator("ae-print section.wide table")
      .evaluateAll((all) => all.map((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)));
    expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
    await page.pdf({ preferCSSPageSize: true, path: `${screenshots}/printed-wide.pdf` });
    expect(problems).toEqual([]);
  });

  it("is the same from the menu of the browser as from the button, with whole names", async () => {
    const name =
      "a name of a unit that is too long for one line of the overview on paper, however small its letters are";
    const { page, problems } = await open((folder) => [
      file("a.pa.json", [store(folder, "long", weights(120)), store(folder, name, weights(3, 1))]),
    ]);
    const pagesOf = async () => {
      const pdf = await page.pdf({ preferCSSPageSize: true });
      return pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length;
    };
    // The page reads the run ahead when it has nothing else to do. Until then, the menu prints the overview alone.
    await expect.poll(pagesOf).toBeGreaterThan(4);
    const fromMenu = await pagesOf();
    expect(await page.locator("ae-print").count()).toBe(0);
    await page.evaluate(() => {
      window.print = () => document.body.toggleAttribute("data-printed", true);
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.locator("body[data-printed]").waitFor();
    await page.emulateMedia({ media: "print" });
    const cut = page.locator("ae-print ae-overview .name *");
    expect(
      await cut.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
      ),
    ).toEqual([]);
    expect((await page.locator("ae-print ae-overview .name").allTextContents()).join()).toContain(name);
    expect(fromMenu).toBe(await pagesOf());
    expect(problems).toEqual([]);
  });

  it("shows high charts whole", async () => {
    const { page, problems } = await open((folder) => [
      file("a.pa.json", [store(folder, "many", weights(60)), unit("two")]),
    ]);
    await page.evaluate(() => {
      window.print = () => document.body.toggleAttribute("data-printed", true);
    });
    await page.keyboard.press("Control+p");
    await page.locator("body[data-printed]").waitFor();
    const stages = page.locator("ae-print ae-chart .stage");
    expect(await stages.count()).toBeGreaterThan(0);
    expect(await stages.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length)).toBe(0);
    expect(problems).toEqual([]);
  });
});
