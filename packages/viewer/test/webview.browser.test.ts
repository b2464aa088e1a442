import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../build.ts";
import { type Browser, openBrowser, openBuiltPage } from "./support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  await ensureBuilt();
  browser = await openBrowser();
});
afterAll(() => browser.close());

it("loads the script for charts once, with the first chart", async () => {
  const { page, problems, loaded } = await openBuiltPage(browser);
  expect(loaded).toEqual(["/", "/viewer.js"]);
  for (const count of [1, 2]) {
    await page.evaluate(() => {
      const values = { kind: "number", values: Float64Array.from([1, 2]) };
      const names = { kind: "text", codes: Int32Array.from([0, 1]), dictionary: ["a", "b"] };
      const shared = { isHidden: false, type: "" };
      const columns = [
        { ...shared, id: "n", name: "Name", header: ["Name"], isDimension: true, values: names },
        { ...shared, id: "v", name: "Market Value", header: ["Market Value"], isDimension: false, values },
      ];
      const table = { id: "t", rowCount: 2, columns, metadata: { items: {} } };
      document.body.append(Object.assign(document.createElement("ae-chart"), { table }));
    });
    await page
      .locator("ae-chart svg")
      .nth(count - 1)
      .waitFor();
  }
  expect(loaded).toEqual(["/", "/viewer.js", "/charts.js"]);
  expect(problems).toEqual([]);
});
