import path from "node:path";
import { pathToFileURL } from "node:url";
import { addToHistory, readHistoryView } from "@analytics-engines/runs/review";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../runs/test/support/folders.ts";
import { writeChecksReport, writeHistoryRun } from "../../runs/test/support/history-run.ts";
import { ensureBuilt } from "../build.ts";
import { writeHistoryPage, writeReport } from "../src/report/write-report.ts";
import { allFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, type Page, screenshots, watch } from "./support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  await ensureBuilt();
  browser = await openBrowser();
});
afterAll(() => browser.close());

const hostile = "<img src=x onerror=alert(1)>";

/** A history of forty days: the weight of Energy rises, other parameters change it once, and one run is a restatement. */
async function makeHistory() {
  const folder = await temporaryFolder();
  let run = "";
  for (let day = 1; day <= 40; day++) {
    const startedAt = new Date(Date.UTC(2026, 9, day, 21)).toISOString();
    const energy = 12 + day / 10 + Math.sin(day) / 2 + (day >= 20 ? -3 : 0) + (day === 31 ? 0.5 : 0);
    const parameters = (day >= 20 ? "b" : "a").repeat(64);
    const days = day === 31 ? 30 : day;
    const end = new Date(Date.UTC(2026, 9, days)).toISOString().slice(0, 10).replaceAll("-", "");
    const numbers = { Total: 100, Energy: energy, [hostile]: -1 };
    run = path.join(folder, `run-${day}`);
    const units = {
      growth: { numbers, parameters, day: end },
      income: { numbers: { Total: 99 + day / 100 }, day: end },
    };
    await writeHistoryRun(run, startedAt, units, { commit: (day >= 20 ? "2" : "1").repeat(40) });
    const status = energy > 14 ? "failed" : "passed";
    await writeChecksReport(run, [
      { id: "between of Weight", status, message: `It ${status}.`, value: energy.toFixed(2), limit: "at most 14" },
    ]);
    await addToHistory(run, path.join(folder, "history"));
  }
  const { view } = await readHistoryView(path.join(folder, "history"), {});
  return { folder, run, view };
}

async function open(file: string, theme: "light" | "dark", width = 1280): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ colorScheme: theme, viewport: { width, height: 800 } });
  page.setDefaultTimeout(30_000);
  const problems = watch(page);
  await page.goto(pathToFileURL(file).href);
  return { page, problems };
}

it("a report draws any number and check over the runs of a history, with the reason for each change", async () => {
  const { folder, run, view } = await makeHistory();
  const { file } = await writeReport({ folder: run, history: view });
  for (const theme of ["light", "dark"] as const) {
    const { page, problems } = await open(file, theme);
    await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    await page.getByLabel("Row or check").selectOption("Energy");
    await page.locator("ae-history ae-chart svg path").first().waitFor();
    expect(await page.locator("ae-history tbody tr").count()).toBe(40);
    expect(await page.locator("ae-history tbody").innerText()).toMatch(
      /2026-10-20 21:00 UTC, run-20\t11\.46\t−2\.52\tother parameters \(commit 2222222\) and other dates \(2026-10-19, then 2026-10-20\)/,
    );
    expect(await page.locator("ae-history tbody").innerText()).toContain("a restatement: the same parameters");
    await page.screenshot({ path: path.join(screenshots, `history-${theme}.png`) });
    expect(await allFindings(page)).toEqual([]);
    await page.getByLabel("Table or checks").selectOption("book.checks.json");
    expect(await page.locator("ae-history tbody tr").first().innerText()).toContain("passed (expected: at most 14)");
    await page.locator("ae-history").getByLabel("Unit").selectOption("book.pa.json#income");
    expect(await page.getByLabel("Row or check").inputValue()).toBe("Total");
    await page.getByRole("link", { name: "Overview" }).click();
    await page.locator("ae-overview").waitFor();
    expect(problems).toEqual([]);
    await page.close();
  }
  const alone = await writeHistoryPage(view, path.join(folder, "history.html"));
  const { page, problems } = await open(alone.file, "light", 600);
  await page.getByLabel("Row or check").selectOption(hostile);
  await page.locator("ae-history ae-chart svg text", { hasText: hostile }).first().waitFor();
  await page.screenshot({ path: path.join(screenshots, "history-narrow.png"), fullPage: true });
  expect(await page.getByRole("link", { name: "Overview" }).count()).toBe(0);
  expect(problems).toEqual([]);
});

it("runs of one day have their times at the axis, numbers have one format, and names in sentences are code", async () => {
  const folder = await temporaryFolder();
  for (const [index, value] of [1, 2.123456789, 2.1234].entries()) {
    const run = path.join(folder, `run-${index}`);
    await writeHistoryRun(run, `2026-11-20T0${index + 7}:30:00Z`, { growth: { numbers: { Total: value } } });
    const finding = { id: "equals of Weight", status: "failed", message: "It failed.", value: String(value) };
    await writeChecksReport(run, [{ ...finding, limit: "3 of `Copy`" }]);
    await addToHistory(run, path.join(folder, "history"));
  }
  const { view } = await readHistoryView(path.join(folder, "history"), {});
  const { page, problems } = await open(
    (await writeHistoryPage(view, path.join(folder, "history.html"))).file,
    "light",
  );
  await page.getByLabel("Table or checks").selectOption("main");
  const ticks = page.locator("ae-history ae-chart svg text.day");
  await ticks.first().waitFor();
  expect(await ticks.allTextContents()).toEqual(["2026-11-20 07:30", "08:30", "09:30"]);
  const cells = page.locator("ae-history tbody td.number");
  expect(await cells.allTextContents()).toEqual(["2.12", "−0.000057", "2.12", "+1.12", "1.00", ""]);
  expect(await cells.nth(2).getAttribute("title")).toBe("2.123456789 (+1.12346)");
  await page.getByLabel("Table or checks").selectOption("book.checks.json");
  expect(await page.locator("ae-history tbody td code").allTextContents()).toEqual(["Copy", "Copy", "Copy"]);
  expect(await page.locator("ae-history tbody").innerText()).not.toContain("`");
  await page.screenshot({ path: path.join(screenshots, "history-one-day.png") });
  expect(problems).toEqual([]);
});

it("a history without numbers says so", async () => {
  const folder = await temporaryFolder();
  const run = await writeHistoryRun(path.join(folder, "run"), "2026-11-20T21:00:00Z", { growth: {} });
  await addToHistory(run, path.join(folder, "history"));
  const { view } = await readHistoryView(path.join(folder, "history"), {});
  const { page } = await open((await writeHistoryPage(view, path.join(folder, "history.html"))).file, "light");
  await page.getByText("The history has no numbers.").waitFor();
});
