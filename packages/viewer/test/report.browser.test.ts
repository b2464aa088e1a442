import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../build.ts";
import { writeReport } from "../src/report/index.ts";
import { file, manifest, unit } from "../src/testing/runs.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, type Page, screenshots, watch } from "./support/browser.ts";
import { makeFolder, result, store, writeManifest } from "./support/run-folder.ts";

let browser: Browser;
let folder = "";
let address = "";

beforeAll(async () => {
  await ensureBuilt();
  browser = await openBrowser();
  folder = makeFolder();
  const weights = (energy: number) =>
    result([
      { Sector: "Energy", Weight: energy, Return: 1.5 },
      { Sector: "Health", Weight: 40, Return: -2.25 },
    ]);
  writeManifest(
    folder,
    manifest([
      file("books/weights.pa.json", [
        store(folder, "january", weights(60)),
        store(folder, "february", weights(61.5), { warnings: ["The benchmark has no holdings"] }),
        unit("march", {
          status: "failure",
          errors: [
            {
              code: "bad-account",
              title: "Account not found",
              detail: "GLOBAL_EQUITY does not exist",
              source: { pointer: "/data/x" },
            },
          ],
        }),
      ]),
      file("books/batch.fiab.json", [store(folder, "result", { status: "Success", points: 3 })], { family: "fiab" }),
      file("books/large.vault.json", [store(folder, "all", result([{ Name: "x".repeat(3000), Value: 1 }]))], {
        family: "vault",
      }),
    ]),
  );
  const { file: page } = await writeReport({ folder, largestResult: 2000 });
  address = pathToFileURL(page).href;
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(
  theme: "light" | "dark" = "light",
  hash = "",
): Promise<{ page: Page; problems: string[]; requests: string[] }> {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width: 1200, height: 720 },
    offline: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems = watch(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address + hash);
  await page.locator("ae-unit").waitFor();
  return { page, problems, requests };
}

const choose = (page: Page, name: string) => page.getByRole("navigation").getByRole("button", { name }).click();
const view = (page: Page, name: string) =>
  page.getByRole("group", { name: "View" }).getByRole("button", { name }).click();

describe("a report opened from disk", () => {
  it("shows what failed first, in the service's own words", async () => {
    const { page, problems } = await open();
    expect(await page.locator("ae-unit h2").textContent()).toContain("march");
    expect(await page.getByRole("list", { name: "Errors" }).textContent()).toBe(
      "Account not found: GLOBAL_EQUITY does not exist (bad-account, /data/x)",
    );
    expect(await page.getByText("This unit has no result.").isVisible()).toBe(true);
    expect(await page.locator("header").textContent()).toContain("3 min 20 s");
    expect(problems).toEqual([]);
  });

  it("opens the tables of a unit, its chart and what is known of it, and loads nothing", async () => {
    const { page, problems, requests } = await open();
    await choose(page, "february");
    expect(await page.getByRole("list", { name: "Warnings" }).textContent()).toBe("The benchmark has no holdings");
    await page.locator(".row").first().waitFor();
    expect(await page.locator('.row[data-row="0"] .cell').allTextContents()).toEqual(["Energy", "61.5", "1.5"]);
    expect(await page.evaluate(() => globalThis.analyticsEnginesCharts)).toBeUndefined();
    await view(page, "Chart");
    await page.locator("ae-chart svg").waitFor();
    expect(await page.locator("ae-chart svg text.name").allTextContents()).toEqual(["Energy", "Health"]);
    await view(page, "About");
    const about = page.getByRole("group", { name: /^About/ });
    expect(await about.textContent()).toContain("EUR");
    expect(await about.textContent()).toContain("2024-02-29");
    expect(requests.filter((url) => url !== address)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("finds units by words and states, and keeps the open one in its address", async () => {
    const { page } = await open();
    await page.getByRole("searchbox", { name: "Search files, units and messages" }).fill("fiab");
    expect(await page.getByRole("navigation").getByRole("button").allTextContents()).toHaveLength(1);
    await choose(page, "result");
    await page.locator("pre").waitFor();
    expect(JSON.parse((await page.locator("pre").textContent()) ?? "")).toEqual({ status: "Success", points: 3 });
    await page.getByRole("searchbox", { name: "Search files, units and messages" }).fill("");
    await page.getByRole("button", { name: "1 failure" }).click();
    expect(await page.getByRole("navigation").getByRole("button").allTextContents()).toHaveLength(1);
    const { page: again } = await open("light", new URL(page.url()).hash);
    expect(await again.locator("ae-unit h2").textContent()).toContain("result");
  });

  it("says where a result is that is not in the report", async () => {
    const { page } = await open();
    await choose(page, "all");
    expect(
      await page.getByText(/results over 2\.0 kB are left out of the report\. It is in results\//).isVisible(),
    ).toBe(true);
  });

  it("compares two units and marks what changed", async () => {
    const { page, problems } = await open();
    await choose(page, "february");
    await view(page, "Compare");
    await page.getByLabel("Before").selectOption("january (books/weights.pa.json)");
    expect(await page.locator("ae-compare p").textContent()).toBe(
      "1 of 4 cells changed in 1 row (rows matched by Sector).",
    );
    expect(await page.locator("ae-compare .cell.changed").allTextContents()).toEqual(["60", "61.5", "1.5"]);
    await page.getByLabel("Changes only").check();
    await expect.poll(() => page.locator("ae-compare .row:visible").count()).toBe(1);
    await page.getByLabel("Tolerance").fill("2");
    await expect.poll(() => page.locator("ae-compare p").textContent()).toMatch(/^The tables are the same in 4 cells/);
    expect(problems).toEqual([]);
  });

  it.each(["light", "dark"] as const)("is readable and without serious findings in the %s theme", async (theme) => {
    const { page } = await open(theme);
    await page.screenshot({ path: `${screenshots}/run-failure-${theme}.png` });
    expect(await seriousFindings(page)).toEqual([]);
    await choose(page, "february");
    await page.locator(".row").first().waitFor();
    await page.screenshot({ path: `${screenshots}/run-table-${theme}.png` });
    expect(await seriousFindings(page)).toEqual([]);
    await view(page, "Compare");
    await page.getByLabel("Before").selectOption("january (books/weights.pa.json)");
    await page.locator("ae-compare .row").first().waitFor();
    await page.screenshot({ path: `${screenshots}/run-compare-${theme}.png` });
    expect(await seriousFindings(page)).toEqual([]);
    await view(page, "About");
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe("a report of two runs", () => {
  it("opens at the unit that is asked for, beside the same unit of the earlier run, with the changed cells marked", async () => {
    const folders = [makeFolder(), makeFolder()];
    const [before = "", after = ""] = folders;
    const weights = (energy: number) =>
      result([
        { Sector: "Energy", Weight: energy },
        { Sector: "Health", Weight: 40 },
      ]);
    for (const [each, energy] of [
      [before, 60],
      [after, 62.5],
    ] as const) {
      const units = [store(each, "same", weights(50)), store(each, "moved", weights(energy))];
      writeManifest(each, manifest([file("weights.pa.json", units)]));
    }
    const key = (unit: string) => `weights.pa.json#${unit}`;
    const { file: written } = await writeReport({
      folder: after,
      earlierFolder: before,
      leaveOut: (unit) => (unit === key("same") ? "The same in both runs." : undefined),
      first: key("moved"),
    });
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const problems = watch(page);
    await page.goto(pathToFileURL(written).href);
    await page.locator("ae-compare .row").first().waitFor();
    expect(await page.locator("ae-compare select").inputValue()).toBe(`earlier:${key("moved")}`);
    expect(await page.locator("ae-compare .cell.changed").allTextContents()).toEqual(["60", "62.5", "2.5"]);
    await page.goto(`${pathToFileURL(written).href}#${encodeURIComponent(key("same"))}`);
    await page.getByText("The same in both runs.").waitFor();
    expect(problems).toEqual([]);
    await context.close();
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });
});
