import { visible } from "@analytics-engines/core/basics";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tablesToJson } from "../src/report/tables-json.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Browser, openBrowser, openPage, screenshots } from "./support/browser.ts";
import { column, table } from "./support/tables.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it("compares a unit with the same unit of an earlier run", async () => {
  const { page, problems } = await openPage(browser);
  const weights = (energy: number) =>
    tablesToJson([
      table([column("Sector", ["Energy", "Health"]), column("Weight", [energy, 40], { format: "{0:0.0}" })]),
    ]);
  await page.evaluate(([before, after]) => harness.showTwoRuns(before, after), [weights(60), weights(62.5)] as const);
  const unit = page.locator("ae-compared-units li").first();
  await unit.waitFor();
  expect((await unit.textContent())?.replace(/\s+/g, " ")).toContain("moved Energy, Weight 60.0 → 62.5 +2.5");
  await page.screenshot({ path: `${screenshots}/two-runs-list.png` });
  expect(await seriousFindings(page)).toEqual([]);
  await unit.getByRole("button").click();
  await page.locator("ae-compare .row").first().waitFor();
  expect(await page.locator("ae-compare select").inputValue()).toBe("earlier:weights.pa.json#weights");
  expect(await page.locator("ae-compare .cell.gain").allTextContents()).toEqual(["+2.5"]);
  // The list stays beside the unit.
  const beside = page.locator("ae-compared-units[narrow]");
  expect(await beside.locator("[aria-current=true] b").first().textContent()).toBe("weights");
  expect(await page.locator("ae-run-list").isVisible()).toBe(false);
  await page.screenshot({ path: `${screenshots}/two-runs.png` });
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("ae-compared-units li").first().getByRole("button").click();
  await page.locator("ae-compare .row").first().waitFor();
  await page.setViewportSize({ width: 400, height: 860 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await beside.isVisible()).toBe(false);
  await page.screenshot({ path: `${screenshots}/two-runs-400-dark.png` });
  expect(problems).toEqual([]);
});

it("shows hostile names of units, rows and columns as text", async () => {
  const { page, problems } = await openPage(browser);
  const hostile = '<img src=x onerror="document.title=1">\u202e</style><script>document.title=2</script>';
  const weights = (energy: number) =>
    tablesToJson([table([column("Sector", [hostile, "Health"]), column(hostile, [energy, 40])])]);
  await page.evaluate(([before, after, id]) => harness.showTwoRuns(before, after, id), [
    weights(60),
    weights(62.5),
    hostile,
  ] as const);
  const unit = page.locator("ae-compared-units li").first();
  await unit.waitFor();
  expect(await unit.textContent()).toContain(visible(hostile));
  await unit.getByRole("button").click();
  await page.locator("ae-compare .row").first().waitFor();
  expect(await page.locator("ae-compare select").first().textContent()).toContain(visible(hostile));
  expect(await page.locator("img, script[src=x]").count()).toBe(0);
  expect(await page.title()).toBe("Test");
  expect(problems).toEqual([]);
});

it("shows what a review says about parameters and rules, as text", async () => {
  const { page, problems } = await openPage(browser);
  const hostile = "<img src=x onerror='document.title=1'>";
  const rows = Array.from({ length: 100 }, (_, row) => ({ text: `Row \`${row}\` added.` }));
  await page.evaluate(([parameters, rules]) => harness.showReview(parameters, rules), [
    [{ text: `\`${hostile}\` changed`, below: rows }],
    [{ text: "Rule `between` loosened" }],
  ] as const);
  const parameters = page.getByRole("region", { name: "Parameters" });
  expect(await parameters.locator("code").first().textContent()).toBe(hostile);
  expect(await parameters.locator("li li").nth(99).textContent()).toBe("Row 99 added.");
  expect(await page.getByRole("region", { name: "Changed rules of checks" }).textContent()).toContain(
    "between loosened",
  );
  await page.screenshot({ path: `${screenshots}/review.png` });
  expect(await seriousFindings(page)).toEqual([]);
  expect(problems).toEqual([]);
});

it("says with what a unit can be compared, where nothing is chosen yet", async () => {
  const { page, problems } = await openPage(browser);
  const json = tablesToJson([table([column("Sector", ["Energy"]), column("Weight", [60], { format: "{0:0.0}" })])]);
  await page.evaluate((args) => harness.showRun(...args), [
    { "a.pa.json#weights": json, "b.pa.json#other": json, "a.pa.json#near": json },
    "a.pa.json#weights",
  ] as const);
  await page.getByRole("button", { name: "Compare" }).click();
  const invitation = page.getByRole("region", { name: "What to compare with" });
  expect(await invitation.textContent()).toContain("weights is not compared with anything yet.");
  // Units of the same file first.
  expect(await invitation.getByRole("button").allTextContents()).toEqual(["near (a.pa.json)", "other (b.pa.json)"]);
  await page.screenshot({ path: `${screenshots}/nothing-to-compare.png` });
  expect(await seriousFindings(page)).toEqual([]);
  await invitation.getByRole("button", { name: "near" }).click();
  await page.locator("ae-compare ae-grid .row").first().waitFor();
  expect(await invitation.count()).toBe(0);
  expect(problems).toEqual([]);
});

it("offers another run where the host can open one, even to the only unit of a run", async () => {
  const { page } = await openPage(browser);
  const json = tablesToJson([table([column("Sector", ["Energy"]), column("Weight", [60], { format: "{0:0.0}" })])]);
  await page.evaluate(
    async (args) => {
      await harness.showRun(...args);
      const run = document.querySelector("ae-run");
      run?.setAttribute("choosable", "");
      run?.addEventListener("other-run-chosen", () => document.body.setAttribute("data-chosen", "yes"));
    },
    [{ "a.pa.json#weights": json }, "a.pa.json#weights"] as const,
  );
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Compare with another run…" }).click();
  expect(await page.locator("body").getAttribute("data-chosen")).toBe("yes");
});
