import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Frame, FrameLocator } from "playwright-core";
import { seriousFindings } from "../../../../viewer/test/support/accessibility.ts";
import type { Workbench } from "./page.ts";
import type { Scene, Stage } from "./story.ts";

/** The example's file with a slip in a key. */
export function prepareWork(folder: string): void {
  const mistake = {
    data: { weights: { componentid: weights, acounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT" }] } },
  };
  writeFileSync(path.join(folder, "mistake.pa.json"), `${JSON.stringify(mistake, null, 2)}\n`);
}

const weights = "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC";

/** From a click on the simulator to numbers and a chart, a window that closes in the middle included. */
export const workScenes: readonly Scene[] = [
  {
    title: "a mistake is shown at its place, and a fix is one key away",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.command("Analytics Engines: Try the Built-in Simulator");
      await workbench.statusBar("Simulator").waitFor();
      await workbench.statusBar("Simulator").click();
      await workbench.quickInput.row("Add Connection").waitFor();
      await picture("connect");
      await page.keyboard.press("Escape");
      await workbench.open("mistake.pa.json");
      await lens(workbench, "to mend").waitFor();
      await page.locator(".squiggly-error").first().waitFor();
      // Beside the component's id stands its name.
      await page.locator(".view-lines", { hasText: "Weights" }).first().waitFor();
      await picture("write");
      await page.getByText("acounts").first().click();
      await page.keyboard.press("Control+.");
      await page.locator(".action-widget .monaco-list-row", { hasText: "accounts" }).first().click();
      await lens(workbench, "Run").waitFor();
      await page.locator(".view-lines", { hasText: '"accounts"' }).first().waitFor();
    },
  },
  {
    title: "the service is browsed, what was not opened is found, and a parameter file begins there",
    async play({ workbench, picture }) {
      const { page, quickInput } = workbench;
      await workbench.showViews();
      for (const name of ["Accounts", "Client:, directory", "Growth, directory"]) await row(workbench, name).click();
      await row(workbench, "GLOBAL_EQUITY.ACCT, account").waitFor();
      await row(workbench, "Accounts").click();
      for (const name of ["Documents", "Portfolio Analysis", "Client:, directory", "Growth, directory"]) {
        await row(workbench, name).click();
      }
      await row(workbench, "WEEKLY_REVIEW, document").click();
      await row(workbench, "Weights, component").waitFor();
      await picture("browse");

      await workbench.command("Analytics Engines: Find on the Service...");
      await quickInput.box.fill("scheme 2060");
      await quickInput.row("SCHEME_2060.ACCT").waitFor();
      await picture("find");
      await quickInput.row("SCHEME_2060.ACCT").click();
      const found = row(workbench, "SCHEME_2060.ACCT, account");
      await found.hover();
      await found.getByRole("button", { name: "New Parameter File from Here" }).click();
      await quickInput.row("Vault").click();
      await page
        .locator(".view-lines", { hasText: "Client:/Balanced/Pension/Plan A/SCHEME_2060.ACCT" })
        .first()
        .waitFor();
      await lens(workbench, "Run").waitFor();
      await picture("begun");
      await workbench.command("View: Revert and Close Editor");
    },
  },
  {
    title: "what can be run is offered above a file although the keys go elsewhere at once",
    async play({ workbench }) {
      const { page } = workbench;
      for (const name of ["style.spar.json", "prices.quant.json", "bonds.fi.json"]) {
        await workbench.open(name);
        await page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
        await page.keyboard.press("Control+Shift+E");
        await page.locator(".editor-instance .codelens-decoration a", { hasText: "Run" }).first().waitFor();
      }
    },
  },
  {
    title: "a run shows its units while they are computed, and ends",
    async play({ workbench, picture }) {
      await workbench.open("attribution.pa.json");
      await workbench.showViews();
      await lens(workbench, "Run").click();
      await job(workbench, "attribution.pa.json").waitFor();
      await job(workbench, "weights over time").waitFor();
      await workbench.statusBar("attribution.pa.json").waitFor();
      await picture("run");
      await job(workbench, /attribution\.pa\.json.*succeeded/).waitFor();
    },
  },
  {
    title: "the results are a table with its numbers, and a chart",
    play: ({ workbench, picture }) => lookAtResults(workbench, picture),
  },
  {
    title: "a window that closes in the middle of a job finds it again",
    async play({ workbench, reopen, picture }) {
      await workbench.open("weights.pa.json");
      await run(workbench).click();
      await job(workbench, /weights\.pa\.json.*Simulator/).waitFor();
      await reopen();
      await workbench.showViews();
      await job(workbench, /weights\.pa\.json.*succeeded/).waitFor();
      assert.equal(await job(workbench, /attribution\.pa\.json.*succeeded/).count(), 1);
      await picture("again");
    },
  },
  {
    title: "the results are as readable in the other theme",
    async play({ workbench, picture }) {
      const { page } = workbench;
      const isDark = (await page.locator(".monaco-workbench.vs-dark").count()) > 0;
      await workbench.command("Preferences: Toggle between Light/Dark Themes");
      await page.locator(`.monaco-workbench.${isDark ? "vs" : "vs-dark"}`).waitFor();
      await lookAtResults(workbench, (name) => picture(`other-${name}`));
    },
  },
];

/** Opens the results of the run and looks at the table and at the chart. */
async function lookAtResults(workbench: Workbench, picture: Stage["picture"]): Promise<void> {
  await job(workbench, "attribution.pa.json").hover();
  await workbench.page.getByRole("button", { name: "Show Results" }).click();
  const viewer = resultsPage(workbench);
  await viewer.locator("[role=grid], [role=treegrid]").first().waitFor();
  await viewer.getByRole("gridcell").first().waitFor();
  await picture("results");
  const frame = await frameOf(viewer);
  assert.deepEqual(await seriousFindings(frame), []);
  await viewer.getByText("Chart", { exact: true }).click();
  await viewer.locator("svg").first().waitFor();
  await picture("chart");
  assert.deepEqual(await seriousFindings(frame), []);
}

export const lens = ({ page }: Workbench, text: string) =>
  page.locator(".codelens-decoration a", { hasText: text }).first();

/** A row of the Explorer, by the beginning of what a screen reader says of it. */
const row = ({ page }: Workbench, name: string) =>
  page.locator(`.pane [role=treeitem][aria-label^="${name}"]`).filter({ visible: true }).first();

/** The button of the editor's title bar. */
export const run = ({ page }: Workbench) =>
  page.locator(".editor-actions").getByRole("button", { name: "Run Parameter File" });

export const job = ({ page }: Workbench, text: string | RegExp) =>
  page.locator(".pane", { hasText: "Jobs" }).locator(".monaco-list-row", { hasText: text }).first();

/** The page inside the webview inside the frame that VS Code puts around it. */
export const resultsPage = ({ page }: Workbench): FrameLocator =>
  page.frameLocator("iframe.webview").first().frameLocator("#active-frame");

async function frameOf(page: FrameLocator): Promise<Frame> {
  const frame = await (await page.locator("body").elementHandle())?.ownerFrame();
  assert.ok(frame, "the viewer has a frame");
  return frame;
}
