import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { CheckFinding } from "@analytics-engines/runs/review";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../build.ts";
import { writeReport } from "../src/report/write-report.ts";
import { allFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, type Page, screenshots, watch } from "./support/browser.ts";
import { makeFolder, result, store, writeManifest } from "./support/run-folder.ts";
import { file, manifest } from "./support/runs.ts";
import { themes } from "./support/themes.ts";

let browser: Browser;
let folder = "";
let wideFolder = "";
let address = "";
/** The report of a run in which one check fails in five units. */
let wideAddress = "";

/** A finding about the units of `book.pa.json`. */
function finding(unit: string, more: Partial<CheckFinding>): CheckFinding {
  return {
    ...{ file: "checks/book.checks.json", check: 0, line: 3, id: "sum of Weight", rule: "sum", severity: "error" },
    ...{ status: "failed", path: "book.pa.json", unit, table: 0, message: "", cells: 2, ...more },
  } as const;
}

const findings: readonly CheckFinding[] = [
  finding("first", { status: "passed", message: "Each cell is as expected." }),
  finding("second", {
    ...{ column: "Price", value: "-3", limit: "at least 0", failures: 205 },
    failedCells: [
      { column: "Price", row: 700, rowName: "n700", value: "-3" },
      { column: "Price", row: 12, rowName: "n12", value: "12" },
    ],
    message: "`Price` of `n700` is -3; expected: at least 0.",
    because: "<img src=x onerror=alert(1)> No price is negative.",
  }),
  finding("second", { severity: "warning", message: "The table has no column `Yield`." }),
  {
    ...finding("", { status: "skipped", message: "The check selects no unit of the run.", cells: 0 }),
    path: undefined,
    unit: undefined,
  },
].map((one) => JSON.parse(JSON.stringify(one)));

beforeAll(async () => {
  await ensureBuilt();
  browser = await openBrowser();
  folder = makeFolder();
  wideFolder = makeFolder();
  const rows = Array.from({ length: 1000 }, (_, row) => ({
    ...{ Name: `n${row}`, Sector: "Energy", Weight: 0.1, Return: 1.5, Yield1: 1, Yield2: 2, Yield3: 3, Yield4: 4 },
    Price: row === 700 ? -3 : row,
  }));
  writeManifest(
    folder,
    manifest([
      file("book.pa.json", [store(folder, "first", result(rows.slice(0, 3))), store(folder, "second", result(rows))]),
    ]),
  );
  const facts = { version: 1 as const, checkedAt: "2026-11-20T09:03:21Z", files: [] };
  const counts = { passed: 1, errors: 1, warnings: 1, skipped: 1, unjudged: 0 };
  const { file: page } = await writeReport({ folder, checks: { ...facts, counts, findings } });
  address = pathToFileURL(page).href;
  const units = ["a", "b", "c", "d", "e"];
  const stored = units.map((unit) => store(wideFolder, unit, result(rows.slice(0, 3))));
  writeManifest(wideFolder, manifest([file("book.pa.json", stored)]));
  const wide = await writeReport({
    folder: wideFolder,
    checks: {
      ...facts,
      counts: { ...counts, errors: 5 },
      findings: [
        ...units.map((unit) => finding(unit, { message: `The sum of ${unit} is 99.`, because: "Weights add up." })),
        ...units.slice(0, 3).map((unit) => finding(unit, { check: 1, line: 9, message: `No price in ${unit}.` })),
      ],
    },
  });
  wideAddress = pathToFileURL(wide.file).href;
});
afterAll(async () => {
  await browser.close();
  for (const made of [folder, wideFolder]) rmSync(made, { recursive: true, force: true });
});

async function open(
  colorScheme: "light" | "dark" = "light",
  hash = "",
  report = address,
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1000, height: 640 }, offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = watch(page);
  await page.goto(report + hash);
  await page.locator("ae-run").waitFor();
  return { page, problems };
}

/** The cell that the page marks: its text, once it is in view. */
async function markedCell(page: Page): Promise<string | null> {
  const cell = page.locator("ae-grid .cell.changed.selected");
  await cell.waitFor();
  const box = await cell.boundingBox();
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 1000 && box.y + box.height <= 640).toBe(true);
  return cell.textContent();
}

describe("the checks of a run in its report", () => {
  it.each(themes)("are listed, failures first, without those that passed (%s)", async (theme) => {
    const { page, problems } = await open(theme);
    const list = page.locator("ae-failed-checks");
    expect(await list.locator("h2").textContent()).toBe("Checks on numbers 2 failed · 1 passed · 1 skipped");
    expect(await list.locator(".message").allTextContents()).toEqual([
      "Price of n700 is -3; expected: at least 0. <img src=x onerror=alert(1)> No price is negative.",
      "The table has no column Yield. ",
      "The check selects no unit of the run. ",
    ]);
    expect(await list.locator(".rule").allTextContents()).toEqual([
      "2 cells · checks/book.checks.json:3",
      "2 cells · checks/book.checks.json:3",
      "checks/book.checks.json:3",
    ]);
    expect(await list.locator(".message code").allTextContents()).toEqual(["Price", "n700", "Yield"]);
    expect(await list.getByRole("button", { disabled: true }).count()).toBe(1);
    await page.screenshot({ path: `${screenshots}/checks-${theme}.png` });
    expect(await allFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it.each(themes)("are one line where a check fails in many units, and a line for each of few (%s)", async (theme) => {
    const { page, problems } = await open(theme, "", wideAddress);
    const list = page.locator("ae-failed-checks");
    const group = list.locator("summary");
    expect((await group.innerText()).replace(/\s+/g, " ").trim()).toBe(
      "5 units Weights add up. sum of Weight · checks/book.checks.json:3",
    );
    const shownRows = list.getByRole("button");
    expect(await shownRows.allInnerTexts()).toEqual(
      ["a", "b", "c"].map((unit) => expect.stringContaining(`No price in ${unit}.`)),
    );
    await group.click();
    expect(await shownRows.count()).toBe(8);
    await page.screenshot({ path: `${screenshots}/checks-group-${theme}.png` });
    expect(await allFindings(page)).toEqual([]);
    await shownRows.first().click();
    await page.locator("ae-unit").waitFor();
    expect(problems).toEqual([]);
  });

  it("lead to the cell that fails, which is in view and marked, and so does its address", async () => {
    const { page, problems } = await open();
    await page.locator("ae-failed-checks").getByRole("button", { name: "is -3" }).click();
    expect(await markedCell(page)).toBe("−3.00");
    await page.screenshot({ path: `${screenshots}/checks-cell.png` });
    expect(await allFindings(page)).toEqual([]);
    const { hash } = new URL(page.url());
    expect(hash).toBe("#book.pa.json%23second&table=0&row=700&column=Price");
    const { page: again } = await open("light", hash);
    expect(await markedCell(again)).toBe("−3.00");
    await page.goBack();
    await page.locator("ae-failed-checks").waitFor();
    expect(problems).toEqual([]);
  });

  it("lead to each cell that fails, in the list and in the unit, where all of them are marked", async () => {
    const { page, problems } = await open();
    await page.locator("ae-failed-checks").getByText("Failing cells: 205").click();
    expect(await page.locator("ae-failed-checks .cells li").allTextContents()).toEqual([
      "n700: -3",
      "n12: 12",
      "and 203 more",
    ]);
    expect(await allFindings(page)).toEqual([]);
    await page.locator("ae-failed-checks").getByRole("button", { name: "n12: 12" }).click();
    expect(await markedCell(page)).toBe("12.00");
    await page.locator("ae-unit .messages").getByText("Failing cells: 205").click();
    await page.locator("ae-unit .messages").getByRole("button", { name: "n700: -3" }).click();
    await page.locator("ae-grid .cell.changed.selected", { hasText: "−3.00" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#book.pa.json%23second&table=0&row=700&column=Price");
    expect(problems).toEqual([]);
  });

  it("without a cell lead to their unit", async () => {
    const { page } = await open();
    await page.locator("ae-failed-checks").getByRole("button", { name: "no column" }).click();
    await page.locator("ae-unit .messages").getByText("The table has no column Yield.").waitFor();
    expect(new URL(page.url()).hash).toBe("#book.pa.json%23second");
  });
});
