import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Scene } from "./story.ts";
import { lens, resultsPage } from "./work.ts";

const BECAUSE = "No position is the whole book.";
const file = "weights.pa.json";

/** Adds a project file with a set, and a checks file with a rule that fails. */
export function prepareChecks(folder: string): void {
  const write = (name: string, value: object) =>
    writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
  const between = { column: "Portfolio | Ending Weight", max: 99 };
  write("book.checks.json", { checks: [{ units: "weights", between, because: BECAUSE }] });
  write("analytics-engines.json", {
    checks: ["*.checks.json"],
    connections: { local: { baseUrl: "http://127.0.0.1:8080" } },
    sets: { nightly: { files: [file], connection: "local", currency: "EUR" } },
  });
}

/** From a set of the project file to the cell that fails its check. */
export const checkScenes: readonly Scene[] = [
  {
    title: "a set is run from the palette",
    async play({ workbench, picture }) {
      await workbench.open(file);
      await workbench.command("Analytics Engines: Run a Set...");
      await workbench.quickInput.asking("Run which set?").waitFor();
      await picture("set");
      await workbench.quickInput.pick("Run which set?", "nightly");
      await lens(workbench, file, /^✗ succeeded, 1 check failed/).waitFor();
    },
  },
  {
    title: "a check that fails is marked at its unit, and leads to its cell in the results",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.editor(file).locator(".squiggly-error").first().waitFor();
      await workbench.command("Go to Next Problem in Files (Error, Warning, Info)");
      const problem = page.locator(".marker-widget", { hasText: BECAUSE });
      await problem.waitFor();
      await picture("problem");
      await page.keyboard.press("Escape");
      await workbench.editor(file).locator(".view-lines").getByText('"weights"').hover();
      const hover = page.locator(".monaco-hover:visible");
      await hover.getByText("The check").waitFor();
      await picture("hover");
      await hover.getByRole("link", { name: "Show the cell in the results" }).click();
      const cell = resultsPage(workbench).locator("ae-grid .cell.changed.selected");
      await cell.waitFor();
      assert.equal(await cell.textContent(), "100.00");
      await picture("cell");
    },
  },
  {
    title: "a mistake in a checks file is marked, and the name of the rule is completed",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.open("book.checks.json");
      const text = workbench.editor("book.checks.json").locator(".view-lines");
      await text.getByText('"between"').dblclick();
      await page.keyboard.type("betwen");
      await workbench.editor("book.checks.json").locator(".squiggly-error").first().waitFor();
      await picture("mistake");
      await page.keyboard.press("Control+Space");
      await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "between" }).waitFor();
      await picture("rules");
      await page.keyboard.press("Escape");
      await workbench.command("File: Revert File");
    },
  },
];
