import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { csvFileOptions, decodeResultBytes, tableToArrow, tableToCsv } from "@analytics-engines/core/results";
import { createSimulator } from "@analytics-engines/simulator";
import { until } from "../../support/until.ts";
import type { Workbench } from "./page.ts";
import type { Scene } from "./story.ts";
import { lens, resultsPage, run, showResults } from "./work.ts";

/** The unit to check, which is not the first one. */
const unit = "weights over time";

/** From the end of a run to its results, over a restart, and into files. */
export function resultScenes(): readonly Scene[] {
  // A run takes long enough for a notification at its end.
  const service = createSimulator({
    tokens: [{ token: "tell-no-one", username: "DEMO-1" }],
    jobSeconds: 12,
    maxAgeSeconds: 1,
  });
  return [
    {
      title: "a long run ends with a notification that opens its results",
      async play({ workbench, picture }) {
        await connect(workbench, (await service.listen()).url);
        await workbench.open("attribution.pa.json");
        await workbench.showViews();
        await lens(workbench, "attribution.pa.json", "Run File").waitFor();
        await run(workbench).click();
        await workbench.notification("3 of 3 units have results").getByRole("button", { name: "Show Results" }).click();
        await resultsPage(workbench).locator(".row", { hasText: "contribution" }).first().click();
        await resultsPage(workbench).getByRole("gridcell").first().waitFor();
        await picture("shown");
      },
    },
    {
      title: "open results are restored after a restart, at the same unit and without a request",
      async play({ workbench, reload, picture }) {
        const opened = resultsPage(workbench).locator(".unit", { hasText: unit });
        await opened.and(resultsPage(workbench).locator('[aria-current="false"]')).click();
        await showsUnit(workbench);
        const numbers = await shownNumbers(workbench);
        assert.ok(numbers.length > 5, "there are numbers");
        const sent = service.requests.length;
        await reload();
        await workbench.page.locator(".tabs-container .tab.active", { hasText: RESULTS }).waitFor();
        await showsUnit(workbench);
        await until("the same numbers", async () => {
          const again = await shownNumbers(workbench);
          return JSON.stringify(again) === JSON.stringify(numbers);
        });
        assert.equal(service.requests.length, sent);
        await picture("restored");
      },
    },
    {
      title: "Show Results reveals the restored tab after a restart, and opens no second one",
      async play({ workbench, reload }) {
        const tabs = workbench.page.locator(".tabs-container .tab", { hasText: RESULTS });
        // Hidden behind the file, so that the window restores it only when it is shown.
        await workbench.open("attribution.pa.json");
        await reload();
        await workbench.showViews();
        await showResults(workbench, "attribution.pa.json");
        await showsUnit(workbench);
        assert.equal(await tabs.count(), 1);
      },
    },
    {
      title: "the open unit is saved in each format to the file of the dialog",
      async play({ workbench, folder, picture }) {
        const { quickInput } = workbench;
        const dialog = "Folder path";
        await workbench.command("Analytics Engines: Export Result...");
        await quickInput.pick("Export in which format?", "JSON");
        await quickInput.asking(dialog).waitFor();
        const json = await saved(path.join(folder, "saved.json"), (file) => quickInput.saveAs(file));
        const [table, ...others] = await decodeResultBytes(json);
        assert.ok(table !== undefined && others.length === 0 && table.rowCount > 5, "the result has one table");

        await workbench.command("Analytics Engines: Export Result...");
        await quickInput.pick("Export in which format?", "CSV");
        // The name that is offered.
        const csv = await saved(path.join(folder, `${unit}.csv`), async (file) => {
          await quickInput.asking(dialog).waitFor();
          await until("the name that is offered", async () => (await quickInput.box.inputValue()) === file);
          await quickInput.row("..").waitFor();
          await picture("save");
          await quickInput.box.press("Enter");
        });
        assert.equal(csv.toString(), tableToCsv(table, csvFileOptions));

        await workbench.command("Analytics Engines: Export Result...");
        await quickInput.pick("Export in which format?", "Arrow");
        await quickInput.asking(dialog).waitFor();
        const arrow = await saved(path.join(folder, "saved.arrow"), (file) => quickInput.saveAs(file));
        assert.ok(arrow.equals(await tableToArrow(table)), "the table as Arrow");
      },
    },
    {
      title: "two runs of a file are compared, and compared with another run",
      async play({ workbench, picture }) {
        await runToItsEnd(workbench, "attribution.pa.json", "3 of 3 units have results");
        await workbench.open("attribution.pa.json");
        await workbench.command("Analytics Engines: Compare...");
        await workbench.quickInput.pick("Compare attribution.pa.json with what?", "Results of Last Run");
        const compared = resultsPage(workbench).locator("ae-compared-units:not([narrow])");
        const dates = () => compared.locator("dl.line dd").allInnerTexts();
        await compared.getByRole("button", { name: "Other run" }).waitFor();
        const [before, now] = await dates();
        assert.notEqual(before, now);
        await picture("compared");
        await compared.getByRole("button", { name: "Other run" }).click();
        await workbench.quickInput.asking("Compare with which run?").waitFor();
        await workbench.quickInput.leave();
      },
    },
    {
      title: "a PDF has a button that saves it, in a window whose files are on another machine",
      async play({ workbench, folder, picture }) {
        await runToItsEnd(workbench, "monthly-book.pub.json", "1 of 1 units have results");
        await showResults(workbench, "monthly-book.pub.json");
        const button = resultsPage(workbench).getByRole("button", { name: "Open book.pdf" });
        await button.waitFor();
        await picture("document");
        await button.click();
        await workbench.quickInput.saveAs(path.join(folder, "saved.pdf"));
        const exported = workbench.notification("Exported saved.pdf.");
        await exported.waitFor();
        assert.match(readFileSync(path.join(folder, "saved.pdf"), "latin1"), /^%PDF-.*%%EOF\s*$/s);
        assert.equal(await exported.getByRole("button", { name: "Open" }).count(), 0);
      },
    },
  ];
}

async function runToItsEnd(workbench: Workbench, file: string, end: string): Promise<void> {
  await workbench.open(file);
  await lens(workbench, file, "Run File").click();
  await workbench.notification(end).waitFor();
}

/** The tab of the results: the file and the time. */
const RESULTS = /^attribution\.pa\.json · \d\d:\d\d:\d\d$/;

/** Adds a connection to a service. */
async function connect(workbench: Workbench, address: string): Promise<void> {
  const { quickInput } = workbench;
  await workbench.command("Analytics Engines: Add Connection...");
  await quickInput.answer("A name for the connection", "Acme");
  await quickInput.answer("The base URL", address);
  await quickInput.pick("How to authenticate", "Token");
  await quickInput.answer("Token", "tell-no-one");
  await workbench.statusBar("Acme").waitFor();
}

/** Waits until the unit is open, and its table drawn. */
async function showsUnit(workbench: Workbench): Promise<void> {
  const viewer = resultsPage(workbench);
  await viewer.locator('.unit[aria-current="true"]', { hasText: unit }).waitFor();
  await viewer.locator("ae-unit", { hasText: unit }).getByRole("gridcell").first().waitFor();
}

/** The cells at the top of the table. */
async function shownNumbers(workbench: Workbench): Promise<readonly string[]> {
  const cells = await resultsPage(workbench).getByRole("gridcell").allInnerTexts();
  return cells.slice(0, 40).filter((text) => /\d/.test(text));
}

/** Waits for a file and returns its content. */
async function saved(file: string, save: (file: string) => Promise<void>): Promise<Buffer> {
  await save(file);
  await until(`${file} to be written`, () => existsSync(file));
  return readFileSync(file);
}
