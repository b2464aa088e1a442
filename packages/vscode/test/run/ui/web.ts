import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { until } from "../../support/until.ts";
import { appears } from "./page.ts";
import type { Scene } from "./story.ts";
import { correct, lens, resultsPage } from "./work.ts";

const id = "analytics-engines.analytics-engines";

/** Runs the extension in a web worker of the page, as vscode.dev does, although the server has Node. */
export const inWorker = { "remote.extensionKind": { [id]: ["web"] } };

const mistake = "mistake.pa.json";
const weights = "weights.pa.json";
const component = "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC";

/** Adds a file with a misspelled key, a sweep with a wrong cell, a project file with a mistake, and two run folders. */
export function prepareWeb(folder: string): void {
  const account = { id: "Client:/Growth/GLOBAL_EQUITY.ACCT" };
  const mistaken = { data: { weights: { componentid: component, acounts: [account] } } };
  writeFileSync(path.join(folder, mistake), `${JSON.stringify(mistaken, null, 2)}\n`);
  const fill = { "/accounts/0/id": "Client:/Growth/{account}.ACCT", "/currencyisocode": "{currency}" };
  const sweep = { template: { componentid: component }, rows: "rows.csv", id: "{account}", fill };
  writeFileSync(path.join(folder, "book.pa.sweep.json"), JSON.stringify(sweep, null, 2));
  writeFileSync(path.join(folder, "rows.csv"), "account,currency\nGLOBAL_EQUITY,EUR\nEUROPE_EQUITY,E UR\n");
  writeFileSync(path.join(folder, "analytics-engines.json"), '{ "unknownProperties": "warning", "fils": [] }\n');
  writeRun(path.join(folder, "runs", "monday"), "2026-11-16T09:00:00Z", 11.5);
  writeRun(path.join(folder, "runs", "tuesday"), "2026-11-17T09:00:00Z", 12.25);
}

/** Writes a run folder with a result, and one that was changed later. */
function writeRun(folder: string, startedAt: string, value: number): void {
  const columns = [
    { id: "name", name: "Name", type: "string" },
    { id: "weight", name: "Weight", type: "real" },
  ];
  const rows = [{ values: { name: "Alpha", weight: value } }, { values: { name: "Beta", weight: 100 - value } }];
  const result = JSON.stringify({ data: { tables: { weights: { definition: { columns }, data: { rows } } } } });
  mkdirSync(path.join(folder, "weights.pa"), { recursive: true });
  const units = ["weights", "altered"].map((unit) => {
    const file = `weights.pa/${unit}.json`;
    const sha256 = createHash("sha256").update(result).digest("hex");
    writeFileSync(path.join(folder, file), unit === "altered" ? result.replace("Alpha", "Omega") : result);
    const about = { contentType: "application/json", bytes: result.length, sha256, warnings: [], errors: [] };
    return { id: unit, status: "success", file, ...about };
  });
  const digests = { sha256: "0".repeat(64), parametersSha256: "0".repeat(64) };
  const file = { path: weights, family: "pa", ...digests, requestKeys: [], status: "success", units };
  const manifest = { version: 1, tool: "test/1", service: "https://example.com", startedAt, status: "success" };
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify({ ...manifest, files: [file] }, null, 2));
}

/** Commands of each sort that do not work in a browser, with the beginnings of their messages. */
const refusals = [
  ["Add Connection...", "This needs VS Code on the desktop or a codespace: nothing shows"],
  ["Run File", "This needs VS Code on the desktop or a codespace: a run"],
  ["Create Template from File...", "This needs VS Code on the desktop or a codespace: nothing shows"],
  ["Compare with HEAD", "The git extension of VS Code does not run here"],
] as const;

/** The extension in a browser, without Node. */
export const webScenes: readonly Scene[] = [
  {
    title: "a browser runs the extension in its web worker",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.open(mistake);
      await lens(workbench, mistake, "1 error to fix").waitFor();
      await workbench.command("Developer: Show Running Extensions");
      const list = page.locator(".runtime-extensions-editor .monaco-list");
      await list.hover();
      // The slowest extensions are first, and only the rows in view exist.
      await until("the row of the extension", async () => {
        const row = list.locator(".extension", { hasText: "Analytics Engines" });
        if ((await row.getByText("web worker").count()) > 0) return true;
        await page.mouse.wheel(0, 200);
        return false;
      });
      await picture("running");
      await page.keyboard.press("Escape");
      await list.waitFor({ state: "detached" });
    },
  },
  {
    title: "a browser shows the errors of a parameter file, and fixes them",
    async play({ workbench, picture }) {
      const lines = workbench.editor(mistake).locator(".view-lines");
      await workbench.editor(mistake).locator(".squiggly-error").first().waitFor();
      await picture("checked");
      await correct(workbench, mistake, "acounts", "accounts");
      await lines.filter({ hasText: '"accounts"' }).waitFor();
      await lens(workbench, mistake, /error/).waitFor({ state: "detached" });
      await workbench.command("File: Save");
    },
  },
  {
    title: "a browser completes values and explains properties",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.open(weights);
      const lines = workbench.editor(weights).locator(".view-lines");
      await lines.getByText('"dates"').first().hover();
      await page
        .locator(".monaco-hover", { hasText: "The period, in place of the one saved in the component." })
        .waitFor();
      await picture("hover");
      // The day of the relative date beside it.
      await lines.filter({ hasText: /"0M"\s*\d{4}-\d\d-\d\d/ }).waitFor();
      await lines.getByText("securities").dblclick();
      await page.keyboard.press("Delete");
      const value = page.locator(".suggest-widget .monaco-list-row", { hasText: "groups" }).first();
      await until("the completions", async () => {
        await page.keyboard.press("Control+Space");
        return appears(value);
      });
      await picture("completed");
      await page.keyboard.press("Escape");
      await workbench.command("Undo");
      await lines.getByText("securities").waitFor();
    },
  },
  {
    title: "a browser marks a wrong cell of a sweep, counts its units, and previews a row",
    async play({ workbench, picture }) {
      const sweep = "book.pa.sweep.json";
      await workbench.open("rows.csv");
      const rows = workbench.editor("rows.csv");
      await rows.locator(".squiggly-warning").first().waitFor();
      await picture("cell");
      await rows.locator(".view-lines").getByText("EUROPE_EQUITY,E UR").click();
      await workbench.page.keyboard.press("End");
      for (const key of ["ArrowLeft", "ArrowLeft", "Backspace"]) await workbench.page.keyboard.press(key);
      await rows.locator(".squiggly-warning").first().waitFor({ state: "detached" });
      await workbench.command("Analytics Engines: Preview Request of Row");
      await workbench.page.locator(".editor-instance .view-line", { hasText: '"currencyisocode": "EUR"' }).waitFor();
      await workbench.open(sweep);
      await lens(workbench, sweep, "2 units").waitFor();
      await picture("units");
      await workbench.command("File: Save All Files");
    },
  },
  {
    title: "a browser marks a mistake in the project file, and says that a set needs the desktop",
    async play({ workbench, picture }) {
      await workbench.open("analytics-engines.json");
      await workbench.editor("analytics-engines.json").locator(".squiggly-error").first().waitFor();
      await picture("project");
      await workbench.command("Analytics Engines: Run a Set...");
      await workbench.notification("This needs VS Code on the desktop or a codespace: a run").waitFor();
      await workbench.command("Notifications: Clear All Notifications");
      await workbench.command("View: Close All Editors");
    },
  },
  {
    title: "a browser compares two parameter files",
    async play({ workbench, picture }) {
      await workbench.open(weights);
      await workbench.command("Analytics Engines: Compare with Parameter File...");
      await workbench.quickInput.pick(/^Compare weights\.pa\.json with which file/, mistake);
      await resultsPage(workbench).getByText(`Changes from ${mistake} to ${weights}`).waitFor();
      await resultsPage(workbench).getByText("BMK:WORLD").first().waitFor();
      await picture("compared");
      await workbench.command("View: Close Editor");
    },
  },
  {
    title: "a browser opens the manifest of a run folder as results, and names a result that was changed",
    async play({ workbench, picture }) {
      const { page, quickInput } = workbench;
      const shown = resultsPage(workbench);
      await page.keyboard.press("Control+P");
      await quickInput.box.fill("tuesday/manifest.json");
      await quickInput.row("manifest.json").first().click();
      await shown.locator("ae-overview [data-key]").first().click();
      await shown.getByRole("gridcell", { name: "12.25" }).waitFor();
      await picture("results");
      await shown.locator(".unit", { hasText: "altered" }).click();
      await shown.getByText("its SHA-256 is not that of the bytes that were stored").first().waitFor();
      await picture("altered");
    },
  },
  {
    title: "a browser compares two runs of the workspace, and saves a table",
    async play({ workbench, folder, picture }) {
      const { page, quickInput } = workbench;
      await resultsPage(workbench).locator(".unit", { hasText: "weights" }).click();
      await workbench.command("Analytics Engines: Compare with Another Run...");
      await quickInput.pick("Compare with which run?", "runs/monday");
      await page.locator(".tabs-container .tab.active", { hasText: "tuesday" }).waitFor();
      // Each editor has a frame.
      await workbench.command("View: Close Other Editors in Group");
      await resultsPage(workbench).getByRole("gridcell", { name: "+0.75" }).waitFor();
      await picture("runs");
      await workbench.command("Analytics Engines: Export Table as CSV...");
      await quickInput.asking("Folder path").waitFor();
      const file = path.join(folder, "saved.csv");
      await quickInput.saveAs(file);
      await until("the saved table", () => existsSync(file) && readFileSync(file, "utf8").includes("Alpha,12.25"));
      await workbench.command("View: Close All Editors");
    },
  },
  {
    title: "a browser says what needs the desktop",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.open(weights);
      for (const [title, reason] of refusals) {
        await workbench.command(`Analytics Engines: ${title}`);
        await workbench.notification(reason).waitFor();
        await picture("refused");
        await workbench.command("Notifications: Clear All Notifications");
      }
      await workbench.viewsButton.click();
      await page.getByRole("button", { name: "Open an Example" }).click();
      await workbench.editor("example.pa.json").waitFor();
      await picture("views");
    },
  },
];
