import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tablesToJson } from "../src/report/tables-json.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, openPage, type Page, type PageOptions, screenshots } from "./support/browser.ts";
import { column, table } from "./support/tables.ts";
import { themes } from "./support/themes.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

// Total > (Energy > (Oil, Wind), Health > (Pharma)), Cash
const names = ["Total", "Energy", "Oil", "Wind", "Health", "Pharma", "Cash"];
const small = tablesToJson([
  table(
    [
      column("Name", names),
      column("Weight", [100, 60, 20.123456789, 40, 30, 30, null], {
        header: ["Portfolio", "Weight"],
        format: "{0:0.00}",
        nullFormat: "--",
      }),
      column("Return", [1, -2, 3, -4, 5, 6, 7], { header: ["Portfolio", "Return"], align: "center" }),
      column("Id", ["i0", "i1", "i2", "i3", "i4", "i5", "i6"], { isHidden: true }),
      column("More", [{ a: [1, "two"] }, null, true, "text", 5, null, null]),
    ],
    [0, 1, 2, 2, 1, 2, 0],
  ),
]);

async function open(
  json = small,
  options: PageOptions = {},
): Promise<{ page: Page; problems: string[]; names: () => Promise<string[]> }> {
  const { page, problems } = await openPage(browser, options);
  await page.evaluate((text) => harness.showGrid(text), json);
  return { page, problems, names: () => cells(page, 0) };
}

/** The cells of a shown column, top to bottom. */
async function cells(page: Page, place: number): Promise<string[]> {
  const found = await page
    .locator(`.row:visible .cell[data-place="${place}"]`)
    .evaluateAll((all) =>
      all.map((cell) => [Number(cell.closest<HTMLElement>("[data-row]")?.dataset["row"]), cell.textContent] as const),
    );
  return found.sort(([a], [b]) => a - b).map(([, text]) => text ?? "");
}

const active = (page: Page) => page.locator("#active").textContent();

describe("the grid", () => {
  it("shows a table with its header levels, formats, alignment and hidden columns", async () => {
    const { page, problems, names: shown } = await open();
    expect(await shown()).toEqual(names);
    expect(await cells(page, 1)).toEqual(["100.00", "60.00", "20.12", "40.00", "30.00", "30.00", "–"]);
    expect(await cells(page, 3)).toEqual(['{"a":[1,"two"]}', "–", "true", "text", "5", "–", "–"]);
    const heads = await page.locator(".head .label").allTextContents();
    expect(heads.sort()).toEqual(["More", "Name", "Portfolio", "Return%", "Weight%"]);
    const align = await page
      .locator('.row[data-row="1"] .cell')
      .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).textAlign));
    expect(align.filter((one) => one === "right" || one === "center")).toEqual(["right", "center"]);
    // A higher row would hide the line below the one above it.
    const heights = await page
      .locator(".row:visible")
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([24]));
    expect(await page.locator(".scroller").getAttribute("role")).toBe("treegrid");
    expect(await page.getByRole("columnheader", { name: "Portfolio" }).getAttribute("aria-colspan")).toBe("2");
    expect(problems).toEqual([]);
  });

  it("shows a heading of two words whole, in two lines where there is no room for one", async () => {
    const headings = ["Initial Shares", "Trade Shares", "Optimal Shares"];
    const shares = headings.map((name) => column(name, [41_613, -3249]));
    const { page } = await open(tablesToJson([table([column("Name", ["One", "Two"]), ...shares])]), { width: 340 });
    const label = page.locator(".head .label", { hasText: "Initial Shares" });
    const [shown, whole] = await label.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight]);
    expect([shown, whole]).toEqual([32, 32]);
  });

  it("sorts siblings by clicks on a header: ascending, descending, not at all", async () => {
    const { page, names: shown } = await open();
    const head = page.locator('.head.leaf[data-place="1"]');
    await head.click();
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    expect(await shown()).toEqual(["Total", "Health", "Pharma", "Energy", "Oil", "Wind", "Cash"]);
    await head.click();
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    expect(await shown()).toEqual(["Total", "Energy", "Wind", "Oil", "Health", "Pharma", "Cash"]);
    await head.click();
    expect(await shown()).toEqual(names);
  });

  it("folds and opens groups by mouse, by level and by key", { tags: "full" }, async () => {
    const { page, names: shown } = await open();
    await page.locator('.row[data-row="1"] .fold').click();
    expect(await shown()).toEqual(["Total", "Energy", "Health", "Pharma", "Cash"]);
    expect(await page.locator('.row[data-row="1"]').getAttribute("aria-expanded")).toBe("false");
    await page.getByRole("button", { name: "Show levels 1 to 2" }).click();
    expect(await shown()).toEqual(["Total", "Energy", "Health", "Cash"]);
    await page.getByRole("button", { name: "Show levels 1 to 1" }).click();
    expect(await shown()).toEqual(["Total", "Cash"]);
    await page.locator(".scroller").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toEqual(["Total", "Energy", "Health", "Cash"]);
    await page.keyboard.press("ArrowLeft");
    expect(await shown()).toEqual(["Total", "Cash"]);
    await page.getByRole("button", { name: "Show all levels" }).click();
    expect(await shown()).toEqual(names);
    expect(await page.locator('.row[data-row="2"]').getAttribute("aria-level")).toBe("3");
  });

  it("filters by text and by range, counts the matches, and clears the filters", { tags: "full" }, async () => {
    const { page, names: shown } = await open();
    await page.getByRole("searchbox", { name: "Search rows" }).fill("WIND");
    expect(await shown()).toEqual(["Total", "Energy", "Wind"]);
    expect(await page.getByRole("status").textContent()).toBe("1 row of 7 rows match");
    await page.getByRole("button", { name: "Clear filters" }).click();
    expect(await shown()).toEqual(names);
    await page.locator('.head.leaf[data-place="1"]').hover();
    await page.locator('.head.leaf[data-place="1"] .menu').click();
    await page.getByLabel("At least").fill("25");
    await page.getByLabel("At most").fill("x");
    expect(await page.getByLabel("At most").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("At most").fill("45");
    expect(await shown()).toEqual(["Total", "Energy", "Wind", "Health", "Pharma"]);
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search rows" }).fill("nothing like it");
    expect(await page.getByText("No row passes the filters.").isVisible()).toBe(true);
  });

  it("hides and shows columns, also those that the table hides", { tags: "full" }, async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "Columns" }).click();
    const list = page.getByRole("dialog", { name: "Columns" });
    await list.getByLabel("Portfolio | Weight").uncheck();
    await list.getByLabel("Id").check();
    await page.keyboard.press("Escape");
    expect(await cells(page, 1)).toEqual(["1.00", "−2.00", "3.00", "−4.00", "5.00", "6.00", "7.00"]);
    expect((await cells(page, 2))[3]).toBe("i3");
    expect(await page.locator(".scroller").getAttribute("aria-colcount")).toBe("4");
  });

  it("works with only the keyboard: cells, header, menu, full value", async () => {
    const { page, problems } = await open();
    await page.locator(".scroller").focus();
    expect(await active(page)).toBe("Total");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await active(page)).toBe("20.12");
    expect(await page.locator(".scroller").getAttribute("aria-activedescendant")).toBe("active");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    expect(await dialog.locator("pre").textContent()).toBe("20.123456789");
    expect(await dialog.getByText("Shown as 20.12").isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    expect(await page.locator("#active").getAttribute("role")).toBe("columnheader");
    await page.keyboard.press("Enter");
    expect(await page.locator("#active").getAttribute("aria-sort")).toBe("ascending");
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("button", { name: "Hide column" }).press("Enter");
    expect(await cells(page, 1)).toContain("−4.00");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("AE-GRID");
    expect(problems).toEqual([]);
  });

  it("copies the selection with all digits", { tags: "full" }, async () => {
    const { page } = await open();
    await page.evaluate(() => {
      document.addEventListener("copy", (event) => {
        document.title = JSON.stringify(event.clipboardData?.getData("text/plain"));
      });
    });
    const copied = async (): Promise<unknown> => {
      await page.keyboard.press("Control+c");
      return JSON.parse(await page.title());
    };
    await page.locator('.row[data-row="2"] .cell[data-place="0"]').click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    expect(await copied()).toBe("Oil\t20.123456789\r\nWind\t40");
    expect(await page.locator('.cell[aria-selected="true"]').count()).toBe(4);
    await page.locator('.row[data-row="5"] .cell[data-place="1"]').click({ modifiers: ["Shift"] });
    expect(String(await copied()).split("\r\n")).toHaveLength(4);
    await page.keyboard.press("Control+a");
    expect(String(await copied()).split("\r\n")[0]).toBe("Name\tPortfolio | Weight\tPortfolio | Return\tMore");
    // One cell is copied as it is, a struct without more quotation marks.
    await page.locator('.row[data-row="0"] .cell[data-place="3"]').click();
    expect(await copied()).toBe('{"a":[1,"two"]}');
    await page.locator('.row[data-row="3"] .cell[data-place="2"]').click();
    expect(await copied()).toBe("-4");
  });

  it("never shows a part of a number: #### with the number on hover, and the width that fits on request", async () => {
    const { page } = await open();
    const cell = page.locator('.row[data-row="2"] .cell[data-place="1"]');
    await cell.click();
    for (let step = 0; step < 25; step++) await page.keyboard.press("Alt+ArrowLeft");
    expect(await cell.textContent()).toBe("####");
    expect(await cell.getAttribute("aria-label")).toBe(await cell.getAttribute("title"));
    expect(await cell.getAttribute("title")).toBe("20.12");
    await page.locator('.head.leaf[data-place="1"]').hover();
    await page.locator('.head.leaf[data-place="1"] .menu').click();
    await page.getByRole("button", { name: "Fit width" }).click();
    expect(await cell.textContent()).toBe("20.12");
  });

  it("shows a text of several lines on one line with a mark, and whole by Enter", async () => {
    const comment = "Alpha\nBeta\r\nGamma";
    const rows = tablesToJson([table([column("Name", ["One", "Two"]), column("Comment", [comment, comment])])]);
    const { page } = await open(rows);
    expect(await cells(page, 1)).toEqual(["Alpha ↵ Beta ↵ Gamma", "Alpha ↵ Beta ↵ Gamma"]);
    const cell = page.locator('.row[data-row="1"] .cell[data-place="1"]');
    expect(await cell.getAttribute("title")).toBe(comment);
    // A second line would be drawn below the row.
    const lines = await cell.evaluate((element) => Math.round(element.scrollHeight / element.clientHeight));
    expect(lines).toBe(1);
    await cell.click();
    await page.keyboard.press("Enter");
    expect(await page.locator("ae-full-value pre").textContent()).toBe(comment);
  });

  it("keeps widths, order, pins and hidden columns for the next table with the same columns", async () => {
    const { page, problems } = await open();
    const headings = () =>
      page
        .locator(".head.leaf")
        .evaluateAll((all: HTMLElement[]) =>
          all
            .toSorted((a, b) => Number(a.dataset["place"]) - Number(b.dataset["place"]))
            .map((head) => head.querySelector(".label")?.firstChild?.textContent),
        );
    expect(await headings()).toEqual(["Name", "Weight", "Return", "More"]);
    const grip = await page.locator('.head.leaf[data-place="1"] .grip').boundingBox();
    await page.mouse.move((grip?.x ?? 0) + 3, (grip?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((grip?.x ?? 0) + 103, (grip?.y ?? 0) + 10, { steps: 4 });
    await page.mouse.up();
    const width = (place: number) =>
      page.locator(`.head.leaf[data-place="${place}"]`).evaluate((head) => head.getBoundingClientRect().width);
    const chosen = await width(1);
    await page.locator('.head.leaf[data-place="3"]').dragTo(page.locator('.head.leaf[data-place="2"]'));
    expect(await headings()).toEqual(["Name", "Weight", "More", "Return"]);
    expect(await page.locator('.head.leaf[data-place="2"]').getAttribute("aria-sort")).toBe("none");
    await page.locator('.head.leaf[data-place="3"]').click();
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    expect(await headings()).toEqual(["Name", "Weight", "Return", "More"]);
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("button", { name: "Pin" }).click();
    await page.keyboard.press("Escape");
    expect(await headings()).toEqual(["Name", "Return", "Weight", "More"]);
    await page.evaluate((text) => harness.showGrid(text), small);
    expect(await headings()).toEqual(["Name", "Return", "Weight", "More"]);
    expect(await width(2)).toBe(chosen);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("searchbox", { name: "Find a column" }).fill("ret");
    expect(await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox").count()).toBe(1);
    await page.getByRole("button", { name: "Reset columns" }).click();
    expect(await headings()).toEqual(["Name", "Weight", "Return", "More"]);
    expect(problems).toEqual([]);
  });

  it("shows the sum of selected weights, and the statistics and values of a column", { tags: "full" }, async () => {
    const { page } = await open();
    await page.locator('.row[data-row="2"] .cell[data-place="1"]').click();
    await page.keyboard.press("Shift+ArrowDown");
    expect(await page.getByRole("status").textContent()).toBe(
      "7 rows · sum 60.12 % · mean 30.06 % · count 2 numbers · min 20.12 % · max 40.00 %",
    );
    await page.locator('.head.leaf[data-place="0"]').hover();
    await page.locator('.head.leaf[data-place="0"] .menu').click();
    const menu = page.getByRole("dialog", { name: "Column Name" });
    await menu.getByLabel("Contains").fill("i");
    expect(await menu.getByRole("checkbox").count()).toBe(2);
    await menu.getByRole("button", { name: "Show only these" }).click();
    expect(await cells(page, 0)).toEqual(["Total", "Energy", "Oil", "Wind"]);
    await page.keyboard.press("Escape");
    await page.locator('.head.leaf[data-place="1"]').hover();
    await page.locator('.head.leaf[data-place="1"] .menu').click();
    expect(await page.getByRole("img", { name: "Values from 20.12 % to 40.00 %" }).isVisible()).toBe(true);
    await page.getByLabel("|x|").check();
    await page.screenshot({ path: `${screenshots}/grid-column-menu.png` });
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("finds numbers, and copies cells from their menu", { tags: "full" }, async () => {
    const { page, names: shown } = await open();
    await page.locator(".scroller").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("20.123");
    expect(await shown()).toEqual(["Total", "Energy", "Oil"]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const cell = page.locator('.row[data-row="2"] .cell[data-place="1"]');
    await cell.click({ button: "right" });
    await page.screenshot({ path: `${screenshots}/grid-cell-menu.png` });
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await cell.click();
    await page.keyboard.press("Shift+F10");
    await page.keyboard.press("ArrowDown");
    expect(
      await page.getByRole("menuitem", { name: "Copy with headers" }).evaluate((item) => item.matches(":focus")),
    ).toBe(true);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    expect(await shown()).toEqual(["Total", "Energy", "Oil"]);
    expect(await page.getByRole("button", { name: "Clear filters" }).isVisible()).toBe(true);
  });

  it("saves the view as CSV", { tags: "full" }, async () => {
    const { page } = await open();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("button", { name: "CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("table.csv");
    expect(
      readFileSync(await file.path(), "utf8")
        .split("\r\n")
        .slice(0, 4),
    ).toEqual([
      "\uFEFFName,Portfolio | Weight,Portfolio | Return,More",
      'Total,100,1,"{""a"":[1,""two""]}"',
      "Energy,60,-2,",
      "Oil,20.123456789,3,true",
    ]);
  });

  it("names saved files by the unit, and by the number of its table if it has several", { tags: "full" }, async () => {
    const one = table([column("Name", ["a", "b"]), column("Weight", [60, 40])]);
    const { page, problems } = await openPage(browser);
    const savedName = async (button: string) => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: button, exact: true }).click();
      return (await saved).suggestedFilename();
    };
    const show = async (unit: string, ids: readonly string[]) => {
      const key = `book/weights.pa.json#${unit}`;
      const json = tablesToJson(ids.map((id) => ({ ...one, id })));
      await page.evaluate((args) => harness.showRun(...args), [{ [key]: json }, key] as const);
      await page.getByRole("button", { name: "Export" }).click();
    };
    await show("Größe, 50/50", ["table_0"]);
    expect(await savedName("CSV")).toBe("Größe 50 50.csv");
    // The unit of a file with one result has the name of the file.
    await show("result", ["table_0"]);
    expect(await savedName("CSV")).toBe("weights.pa.csv");
    await show("weights", ["table_0", "table_1"]);
    expect(await savedName("CSV")).toBe("weights-1.csv");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: /^Table/ }).selectOption({ index: 1 });
    await page.getByRole("button", { name: "Export" }).click();
    expect(await savedName("CSV")).toBe("weights-2.csv");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Chart/ }).click();
    expect(await savedName("Save SVG")).toMatch(/^weights-2 - .+\.svg$/);
    expect(problems).toEqual([]);
  });

  it("scrolls 100,000 x 50 with only the cells in view in the page, and draws them in every frame", {
    tags: "full",
  }, async () => {
    const { page, problems } = await openPage(browser);
    await page.evaluate(() => harness.timeFirstPaint(100_000, 50));
    const blanks = await page.evaluate(() => harness.countBlanks(150));
    expect(blanks).toBe(0);
    expect(await page.locator(".cell").count()).toBeLessThan(1500);
    await page.locator(".scroller").focus();
    await page.keyboard.press("Control+End");
    expect(await page.locator("#active").isVisible()).toBe(true);
    expect(await page.locator(".row:visible").last().isVisible()).toBe(true);
    expect((await cells(page, 0)).at(-1)).toBe("Holding 99999");
    expect(problems).toEqual([]);
  });

  it("has the same header after scrolling as a new grid, and keeps the elements that stay in view", {
    tags: "full",
  }, async () => {
    const json = tablesToJson([
      table([
        column("Name", names),
        ...Array.from({ length: 40 }, (_, index) =>
          column(`Measure ${index}`, [1, 2, 3, 4, 5, 6, 7], {
            header: [`Group ${Math.floor(index / 6)}`, `Measure ${index}`],
          }),
        ),
      ]),
    ]);
    const { page, problems } = await open(json, { width: 700, height: 400 });
    const headerAt = (left: number) =>
      page.evaluate(async (left) => {
        const root = document.querySelector("ae-grid")?.shadowRoot;
        root?.querySelector(".scroller")?.scrollTo(left, 0);
        // Two frames: the grid draws in the frame of the scroll event.
        for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
        return root?.querySelector(".header")?.innerHTML ?? "";
      }, left);
    const walk = [0, 230, 460, 500, 2400, 1900, 1910, 700, 0];
    const walked: string[] = [];
    for (const left of walk) walked.push(await headerAt(left));
    expect(new Set(walked).size).toBeGreaterThan(6);
    for (const [index, left] of walk.entries()) {
      await page.evaluate((text) => harness.showGrid(text), json);
      expect(walked[index], `scrolled by ${left} pixels`).toBe(await headerAt(left));
    }
    expect(problems).toEqual([]);
  });

  it("reaches the last of five million rows", { tags: "full" }, async () => {
    const { page } = await openPage(browser);
    await page.evaluate(() => harness.timeFirstPaint(5_000_000, 2));
    await page.locator(".scroller").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect.poll(async () => (await cells(page, 0)).at(-1)).toBe("Holding 4999999");
    await page.locator(".scroller").focus();
    await page.keyboard.press("Control+Home");
    expect((await cells(page, 0))[0]).toBe("Holding 0");
  });

  it.each(themes)("is readable and without serious findings in the %s theme", async (theme) => {
    const { page } = await open(small, { theme });
    await page.locator('.row[data-row="2"] .cell[data-place="1"]').click();
    await page.screenshot({ path: `${screenshots}/grid-${theme}.png` });
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.screenshot({ path: `${screenshots}/grid-columns-${theme}.png` });
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("keeps its selection visible in high contrast", { tags: "full" }, async () => {
    const { page } = await open(small, { forcedColors: true });
    const cell = page.locator('.row[data-row="2"] .cell[data-place="1"]');
    await cell.click();
    await page.screenshot({ path: `${screenshots}/grid-high-contrast.png` });
    const [selected, other] = await page.evaluate(() => {
      const grid = document.querySelector("ae-grid")?.shadowRoot;
      const colors = (query: string) => {
        const element = grid?.querySelector(query);
        return element ? getComputedStyle(element).backgroundColor : "";
      };
      return [colors("#active"), colors('.row[data-row="4"] .cell[data-place="1"]')];
    });
    expect(selected).not.toBe(other);
  });

  it("uses the colours of the editor if the page has them", { tags: "full" }, async () => {
    const { page } = await open();
    await page.evaluate(() => {
      document.documentElement.style.setProperty("--vscode-editor-background", "rgb(1, 2, 3)");
      document.documentElement.style.setProperty("--vscode-foreground", "rgb(250, 251, 252)");
    });
    const style = await page.locator("ae-grid").evaluate((grid) => {
      const { backgroundColor, color } = getComputedStyle(grid);
      return [backgroundColor, color];
    });
    expect(style).toEqual(["rgb(1, 2, 3)", "rgb(250, 251, 252)"]);
    const { page: dark } = await open(small, { theme: "light" });
    await dark.evaluate(() => document.body.classList.add("vscode-dark"));
    expect(await dark.locator("ae-grid").evaluate((grid) => getComputedStyle(grid).color)).toBe("rgb(223, 226, 230)");
  });
});
