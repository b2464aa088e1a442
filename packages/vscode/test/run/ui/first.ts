import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { until } from "../../support/until.ts";
import { say } from "../say.ts";
import { appears } from "./page.ts";
import type { Scene } from "./story.ts";
import { openWalkthrough, stepsAreDone } from "./walkthrough.ts";
import { lens, resultsPage } from "./work.ts";

/** Replaces the examples by a folder that has nothing to do with the extension. */
export function prepareForeign(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  mkdirSync(path.join(folder, "source"));
  for (const name of ["package.json", "manifest.json", "source/data.json"]) {
    writeFileSync(path.join(folder, name), '{ "name": "foreign", "version": 1 }\n');
  }
}

/** The most clicks and seconds from the example to the first chart, as the README of the extension says. */
const MAX_CLICKS = 3;
const MAX_SECONDS = 60;

/** The first minutes with the extension, in a folder without parameter files. */
export const firstScenes: readonly Scene[] = [
  {
    title: "a window without parameter files shows no status item and no menu entries",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.viewsButton.waitFor();
      await workbench.open("package.json");
      await page.keyboard.press("Control+Shift+E");
      for (const name of ["source", "package.json", "manifest.json"]) {
        const entries = await menuOf(page, name);
        assert.deepEqual(
          entries.filter((entry) => /run folder|run files?|parameter file/i.test(entry)),
          [],
          name,
        );
        assert.ok(entries.includes("Copy Path"), `the menu of ${name} is complete: ${entries}`);
      }
      assert.equal(await workbench.statusBar(/Connection|Simulator/).count(), 0);
      await picture("foreign");
    },
  },
  {
    title: "JSON files keep their icon, and parameter files have one like it",
    async play({ workbench, folder }) {
      const { page } = workbench;
      writeFileSync(path.join(folder, "weights.pa.json"), '{ "data": {} }\n');
      await fileRow(page, "weights.pa.json").waitFor();
      assert.match(await iconOf(page, "package.json"), /^seti /);
      assert.match(await iconOf(page, "weights.pa.json"), /json.*\.svg/);
    },
  },
  {
    title: "an open parameter file brings the status item and the menu entry of its folder",
    async play({ workbench, folder }) {
      const { page } = workbench;
      mkdirSync(path.join(folder, "book"));
      writeFileSync(path.join(folder, "book", "weights.pa.json"), '{ "data": {} }\n');
      await workbench.open("weights.pa.json");
      await workbench.statusBar("No Connection").waitFor();
      await page.keyboard.press("Control+Shift+E");
      await until("the entry of the folder", async () => (await menuOf(page, "book")).includes("Run Files"));
      assert.ok(!(await menuOf(page, "source")).includes("Run Files"));
      await workbench.command("View: Close All Editors");
    },
  },
  {
    title: `an example leads to a chart within ${MAX_CLICKS} clicks and ${MAX_SECONDS} s`,
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.viewsButton.click();
      const example = page.getByRole("button", { name: "Open a Runnable Example" }).first();
      await example.waitFor();
      await picture("start");
      const began = Date.now();
      let clicks = 0;
      const click = async (what: Locator) => {
        clicks += 1;
        await what.click();
      };
      await click(example);
      await click(lens(workbench, "example.pa.json", "Run File"));
      const viewer = resultsPage(workbench);
      await click(viewer.locator("ae-overview [data-key]").first());
      await viewer.locator("ae-chart svg").first().waitFor();
      const seconds = Math.round((Date.now() - began) / 1000);
      say(`The first chart took ${clicks} clicks and ${seconds} s`);
      await picture("chart");
      assert.ok(clicks <= MAX_CLICKS && seconds <= MAX_SECONDS, `${clicks} clicks, ${seconds} s`);
    },
  },
  {
    title: "the walkthrough marks the steps that are done, and shows the results again",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.command("View: Close All Editors");
      await page.getByRole("button", { name: "Don't Save" }).click();
      await openWalkthrough(workbench);
      await stepsAreDone(workbench, ["Open a Runnable Example", "Run It", "View the Results"]);
      await page.locator(".getting-started-step", { hasText: "View the Results" }).click();
      await picture("steps");
      await page.getByRole("button", { name: "Show My Results" }).click();
      await resultsPage(workbench).locator("ae-overview [data-key], ae-unit").first().waitFor();
    },
  },
];

/** A row of VS Code's own file explorer. */
const fileRow = (page: Page, name: string) =>
  page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();

/** The entries of the menu of a file or a folder. */
async function menuOf(page: Page, name: string): Promise<readonly string[]> {
  const entries = page.locator(".monaco-menu .action-label:not(.separator)");
  // A menu that opens while the window draws closes at once.
  await until(`the menu of ${name}`, async () => {
    await fileRow(page, name).click({ button: "right" });
    return appears(entries.first());
  });
  const labels = await entries.allInnerTexts();
  await page.keyboard.press("Escape");
  await entries.first().waitFor({ state: "detached" });
  return labels;
}

/** The font or the picture of the icon of a file, as the page draws it. */
function iconOf(page: Page, name: string): Promise<string> {
  return fileRow(page, name)
    .locator(".monaco-icon-label")
    .evaluate((label) => {
      const { fontFamily, backgroundImage, content } = getComputedStyle(label, "::before");
      return `${fontFamily} ${backgroundImage} ${content}`;
    });
}
