import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Frame, FrameLocator } from "playwright-core";
import { seriousFindings } from "../../../../viewer/test/support/accessibility.ts";
import { until } from "../../support/until.ts";
import { appears, type Workbench } from "./page.ts";
import { whole } from "./quick-input.ts";
import type { Scene, Stage } from "./story.ts";
import { openWalkthrough, stepsAreDone } from "./walkthrough.ts";

const mistake = "mistake.pa.json";

/** A file of two units, short enough to be in view with its lenses. */
const two = "two.pa.json";

const template = "new.linked-template.json";

/** Adds a file with a misspelled key, one of two units, and one of a template. */
export function prepareWork(folder: string): void {
  const unit = { componentid: weights, accounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT", holdingsmode: "B&H" }] };
  const units = { data: { first: unit, second: { ...unit, currencyisocode: "EUR" } } };
  writeFileSync(path.join(folder, two), `${JSON.stringify(units, null, 2)}\n`);
  const linked = { data: { directory: "Personal:T/", parentComponentId: weights, description: "", content: {} } };
  writeFileSync(path.join(folder, template), `${JSON.stringify(linked, null, 2)}\n`);
  const content = {
    data: { weights: { componentid: weights, acounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT" }] } },
  };
  writeFileSync(path.join(folder, mistake), `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes a sweep over 500 accounts, one of them misspelled. */
function writeSweep(folder: string, name: string, rows: string): void {
  const dates = { enddate: "0M", frequency: "Single" };
  const template = { componentid: weights, accounts: [{ holdingsmode: "B&H" }], dates };
  const fill = { "/accounts/0/id": "Client:/Mandates/{account}.ACCT", "/currencyisocode": "{currency}" };
  writeFileSync(path.join(folder, name), `${JSON.stringify({ template, rows, id: "{account}", fill }, null, 2)}\n`);
  const lines = Array.from({ length: 500 }, (_, row) => `MANDATE_${String(row + 1).padStart(4, "0")},EUR`);
  writeFileSync(
    path.join(folder, rows),
    `account,currency\n${lines.join("\n")}\n`.replace("MANDATE_0003", "MANDAT_0003"),
  );
}

/** Writes a parameter file, and a check that its result fails. */
function writeChecked(folder: string, name: string): void {
  const write = (file: string, value: object) =>
    writeFileSync(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  write(name, { data: { weights: { componentid: weights, accounts: [{ id: "Client:/Growth/GLOBAL_EQUITY.ACCT" }] } } });
  const between = { column: "Portfolio | Ending Weight", max: 99 };
  write("book.checks.json", { checks: [{ files: name, between, because: "No position is the whole book." }] });
  write("analytics-engines.json", { checks: ["*.checks.json"] });
}

const weights = "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC";

/** From a click on the simulator to a table and a chart, with a reopened window on the way. */
export const workScenes: readonly Scene[] = [
  {
    title: "an error appears at its place with a quick fix",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.command("Analytics Engines: Try the Built-in Simulator");
      await workbench.showViews();
      await row(workbench, "Reference Data").waitFor();
      await workbench.statusBar("Simulator").click();
      await workbench.quickInput.row("Add Connection...").waitFor();
      await picture("connect", { of: page.locator(".quick-input-widget:visible") });
      await workbench.quickInput.leave();
      await workbench.open(mistake);
      const lines = workbench.editor(mistake).locator(".view-lines");
      await lens(workbench, mistake, / to fix/).waitFor();
      await workbench.editor(mistake).locator(".squiggly-error").first().waitFor();
      // The name beside the id; the id of the unit has a lower-case letter.
      await lines.filter({ hasText: /Weights/ }).waitFor();
      await picture("write", { of: workbench.editor(mistake), width: 640, height: 260 });
      await correct(workbench, mistake, "acounts", "accounts");
      await lens(workbench, mistake, "Run File").waitFor();
      await lines.filter({ hasText: '"accounts"' }).waitFor();
    },
  },
  {
    title: "the Explorer browses and finds, and starts a parameter file",
    async play({ workbench, picture }) {
      const { quickInput } = workbench;
      await workbench.showViews();
      for (const name of ["Accounts", "Client:, directory", "Growth, directory"]) await unfold(workbench, name);
      await row(workbench, "GLOBAL_EQUITY.ACCT, account").waitFor();
      await fold(workbench, "Accounts");
      await row(workbench, "Client:, directory").waitFor({ state: "detached" });
      for (const name of ["Documents", "Portfolio Analysis", "Client:, directory", "Growth, directory"]) {
        await unfold(workbench, name);
      }
      await unfold(workbench, "WEEKLY_REVIEW, document");
      await row(workbench, "Weights, component").waitFor();
      await picture("browse", { of: pane(workbench, "Explorer"), height: 330 });

      await workbench.command("Analytics Engines: Find on Service...");
      const find = "Search by name, path or id";
      await quickInput.asking(find).waitFor();
      await quickInput.box.fill("scheme 2060");
      await quickInput.row("SCHEME_2060.ACCT").waitFor();
      await picture("find");
      // While the list still grows.
      await quickInput.pick(find, "SCHEME_2060.ACCT");
      const found = row(workbench, "SCHEME_2060.ACCT, account");
      await found.hover();
      await found.getByRole("button", { name: "New Parameter File from Here" }).click();
      await quickInput.pick("New Parameter File: Select Its Kind", "Vault");
      const begun = "parameters.vault.json";
      const text = workbench.editor(begun).locator(".view-lines");
      await text.filter({ hasText: "Client:/Balanced/Pension/Plan A/SCHEME_2060.ACCT" }).waitFor();
      await lens(workbench, begun, "Run File").waitFor();
      await picture("begun");
      await workbench.command("View: Revert and Close Editor");
    },
  },
  {
    title: "Run appears above a file although the focus moves away at once",
    async play({ workbench }) {
      const { page } = workbench;
      for (const name of ["style.spar.json", "prices.quant.json", "bonds.fi.json"]) {
        await workbench.open(name);
        await page.keyboard.press("Control+Shift+E");
        await lens(workbench, name, "Run File").waitFor();
      }
    },
  },
  {
    title: "a run shows its units in progress, and ends",
    async play({ workbench, picture }) {
      await workbench.open("attribution.pa.json");
      await workbench.showViews();
      const run = lens(workbench, "attribution.pa.json", "Run File");
      await run.waitFor();
      await lens(workbench, "attribution.pa.json", "Run Unit").waitFor();
      // The name of the component comes from the service, after the lenses.
      await workbench
        .editor("attribution.pa.json")
        .locator(".view-line", { hasText: /Contribution/ })
        .waitFor();
      await picture("example", { of: workbench.editor("attribution.pa.json"), width: 640, height: 330 });
      // The wait starts before the run, which may be fast.
      const seen = Promise.all([
        job(workbench, "attribution.pa.json").waitFor(),
        job(workbench, "weights over time").waitFor(),
        workbench.statusBar("attribution.pa.json").waitFor(),
      ]);
      await Promise.all([seen, run.click()]);
      await picture("run", { of: pane(workbench, "Jobs"), height: 130 });
      // The status bar tells it for some seconds only.
      await Promise.all([
        job(workbench, /attribution\.pa\.json.*succeeded/).waitFor(),
        workbench.statusBar(/attribution\.pa\.json: succeeded/).waitFor(),
      ]);
      // What a screen reader says of the rows.
      for (const name of ["attribution.pa.json", "weights over time"])
        await spoken(workbench, name, "succeeded").waitFor();
      await workbench.page
        .locator(".tabs-container .tab", { hasText: /^attribution\.pa\.json · \d\d:\d\d:\d\d$/ })
        .waitFor();
      await lens(workbench, "attribution.pa.json", /^✓ .* s, \d\d:\d\d$/).waitFor();
      await picture("ended");
    },
  },
  {
    title: "the results are a table with its numbers, and a chart",
    play: ({ workbench, picture }) => lookAtResults(workbench, picture),
  },
  {
    title: "a parameter file and the chart of its result stand side by side",
    async play({ workbench, picture }) {
      const { page } = workbench;
      const size = page.viewportSize();
      // A README shows the window at two thirds of this width, and its texts stay readable.
      await page.setViewportSize({ width: 1120, height: 640 });
      await workbench.command("View: Toggle Primary Side Bar Visibility");
      await workbench.command("View: Focus First Editor Group");
      await workbench.open("attribution.pa.json");
      await lens(workbench, "attribution.pa.json", "Show Results").waitFor();
      const viewer = await resultsPageOf(workbench, "contribution");
      await viewer.locator("ae-chart svg").first().waitFor();
      await picture("editor", { of: page.locator(".monaco-workbench") });
      await workbench.command("View: Toggle Primary Side Bar Visibility");
      if (size !== null) await page.setViewportSize(size);
    },
  },
  {
    title: "Ctrl+Enter runs the unit at the cursor, and Ctrl+Shift+Enter the file",
    async play({ workbench }) {
      const { page } = workbench;
      await workbench.open(two);
      await lens(workbench, two, "Run File").waitFor();
      const text = workbench.editor(two).locator(".view-lines");
      const outcomes = workbench.editor(two).locator(".codelens-decoration a", { hasText: /^✓ / });
      await text.getByText('"second"').click();
      await page.keyboard.press("Control+Enter");
      await until("the outcome above one unit", async () => (await outcomes.count()) === 1);
      // Elsewhere: where it was clicked before, the text cursor covers the middle of the word.
      await text.getByText('"componentid"').last().click();
      await page.keyboard.press("Control+Shift+Enter");
      await until("the outcomes above the file and its units", async () => (await outcomes.count()) === 3);
    },
  },
  {
    title: "Ctrl+Enter runs also from the list of suggestions, and says why a template and several units do not run",
    async play({ workbench, folder }) {
      const { page } = workbench;
      const clear = () => workbench.command("Notifications: Clear All Notifications");
      const contentOf = (name: string) => readFileSync(path.join(folder, name), "utf8");
      const [content, templateContent] = [contentOf(two), contentOf(template)];
      await workbench.open(two);
      const text = workbench.editor(two).locator(".view-lines");
      await text.getByText('"accounts"').last().click();
      await page.keyboard.press("Control+Space");
      await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
      const before = await outcomesOf(workbench, two);
      await page.keyboard.press("Control+Enter");
      await until("another outcome", async () => (await outcomesOf(workbench, two)) !== before);
      await page.keyboard.press("Escape");
      await text.getByText('"first"').click();
      await text
        .getByText('"accounts"')
        .last()
        .click({ modifiers: ["Alt"] });
      await page.keyboard.press("Control+Enter");
      await workbench.notification("The cursors are in several units").waitFor();
      await clear();
      await workbench.open(template);
      await workbench.editor(template).locator(".view-lines").getByText('"parentComponentId"').click();
      for (const key of ["Control+Enter", "Control+Shift+Enter"]) {
        await page.keyboard.press(key);
        const reason = workbench.notification("it is a template").first();
        await reason.getByRole("button", { name: "Create on Service" }).waitFor();
        await clear();
        await workbench.editor(template).locator(".view-lines").getByText('"parentComponentId"').click();
      }
      await workbench.command("File: Save All Files");
      assert.deepEqual([contentOf(two), contentOf(template)], [content, templateContent]);
    },
  },
  {
    title: "a peek at an id shows its entry and the files that use it, and F12 opens the entry",
    async play({ workbench, picture }) {
      const { page } = workbench;
      await workbench.open(two);
      const id = workbench.editor(two).locator(".view-lines").getByText("GLOBAL_EQUITY").first();
      const peek = page.locator(".peekview-widget");
      await id.click();
      // The key of Linux, on which these tests run.
      await page.keyboard.press("Control+Shift+F10");
      await peek.locator(".view-lines", { hasText: /"path":.*GLOBAL_EQUITY\.ACCT/ }).waitFor();
      await picture("peek");
      await page.keyboard.press("Escape");
      await id.click();
      await page.keyboard.press("Shift+F12");
      await peek.locator(".ref-tree .monaco-list-row", { hasText: "weights.pa.json" }).first().waitFor();
      await page.keyboard.press("Escape");
      await peek.waitFor({ state: "detached" });
      await id.click();
      await page.keyboard.press("F12");
      await page.locator(".tabs-container .tab.active", { hasText: "GLOBAL_EQUITY" }).waitFor();
      await page.locator('.pane [role=treeitem][aria-selected="true"]', { hasText: "GLOBAL_EQUITY.ACCT" }).waitFor();
      await workbench.command("View: Close Editor");
    },
  },
  {
    title: "a reopened window shows the job that was in progress",
    async play({ workbench, reopen, picture }) {
      await workbench.open("weights.pa.json");
      await lens(workbench, "weights.pa.json", "Run File").waitFor();
      await run(workbench).click();
      await job(workbench, /weights\.pa\.json.*Simulator/).waitFor();
      await reopen();
      await workbench.showViews();
      await job(workbench, /weights\.pa\.json.*succeeded/).waitFor();
      await job(workbench, /attribution\.pa\.json.*succeeded/).waitFor();
      await picture("again");
    },
  },
  {
    title: "the walkthrough knows what was done before it was opened",
    async play({ workbench, picture }) {
      const done = ["Run It", "View the Results", "Browse the Service", "Write Your Own Parameter File"];
      await openWalkthrough(workbench);
      await stepsAreDone(workbench, done);
      await picture("walkthrough");
      await workbench.command("View: Close Editor");
    },
  },
  {
    title: "a sweep says how many units it has, and an unknown account is marked at its cell",
    async play({ workbench, folder, picture }) {
      const { page } = workbench;
      const [sweep, rows] = ["mandates.pa.sweep.json", "mandates.csv"];
      writeSweep(folder, sweep, rows);
      await workbench.command("View: Close All Editors");
      await workbench.command("View: Toggle Primary Side Bar Visibility");
      await workbench.open(sweep);
      await lens(workbench, sweep, "500 units").waitFor();
      await workbench.command("View: Split Editor Right");
      await workbench.open(rows);
      // The reopened window sends no request before this click.
      await workbench.editor(rows).locator(".view-lines").getByText("MANDAT_0003").click();
      await workbench.editor(rows).locator(".squiggly-warning").first().waitFor();
      await workbench.editor(rows).locator(".view-lines").getByText("MANDAT_0003").hover();
      await page.locator(".monaco-hover:visible", { hasText: "The service knows no account" }).waitFor();
      await picture("sweep", { of: page.locator(".part.editor"), height: 430 });
      await page.keyboard.press("Escape");
      await workbench.command("View: Close All Editors");
    },
  },
  {
    title: "a check that failed is marked at its unit",
    async play({ workbench, folder, picture }) {
      const { page } = workbench;
      const book = "book.pa.json";
      writeChecked(folder, book);
      await workbench.open(book);
      await lens(workbench, book, "Run File").waitFor();
      await run(workbench).click();
      await workbench.editor(book).locator(".squiggly-error").first().waitFor();
      // The check is marked before the run ends: then its results open, and the lenses of the file and of the unit show its outcome.
      await page.locator(".tabs-container .tab", { hasText: /^book\.pa\.json · / }).waitFor();
      await workbench.open(book);
      const outcomes = workbench.editor(book).locator(".codelens-decoration a", { hasText: /^Show Results$/ });
      await outcomes.nth(1).waitFor();
      // The results are beside it.
      await workbench.command("View: Close Editors in Other Groups");
      await workbench.editor(book).locator(".view-lines").getByText('"data"').click();
      await workbench.command("Go to Next Problem (Error, Warning, Info)");
      await page.locator(".marker-widget", { hasText: "No position is the whole book." }).waitFor();
      await picture("check", { of: workbench.editor(book), width: 1080, height: 300 });
      await page.keyboard.press("Escape");
      await workbench.command("View: Toggle Primary Side Bar Visibility");
      await workbench.showViews();
    },
  },
  {
    title: "the results are readable in the other theme",
    async play({ workbench, picture }) {
      const { page } = workbench;
      const isDark = (await page.locator(".monaco-workbench.vs-dark").count()) > 0;
      await workbench.command("Preferences: Toggle between Light/Dark Themes");
      await page.locator(`.monaco-workbench.${isDark ? "vs" : "vs-dark"}`).waitFor();
      await lookAtResults(workbench, (name, crop) => picture(`other-${name}`, crop));
    },
  },
];

/** Opens the results of the run, and checks the table and the chart. */
async function lookAtResults(workbench: Workbench, picture: Stage["picture"]): Promise<void> {
  await showResults(workbench, "attribution.pa.json");
  const isDark = (await workbench.page.locator(".monaco-workbench.vs-dark").count()) > 0;
  const viewer = await resultsPageOf(workbench, "contribution");
  // VS Code hands the colours of its theme on.
  await viewer.locator(isDark ? "body.vscode-dark" : "body.vscode-light").waitFor();
  // A restored page shows the unit that was open.
  await viewer.locator("ae-overview, ae-unit").first().waitFor();
  const back = viewer.getByText("‹ Overview").filter({ visible: true }).first();
  if ((await viewer.locator("ae-unit").count()) > 0) await back.click();
  await viewer.locator("ae-overview [data-key]").first().waitFor();
  await viewer.locator("header.run dd", { hasText: "Simulator" }).first().waitFor();
  await picture("overview");
  await viewer.locator("ae-overview [data-key]").first().click();
  await viewer.getByRole("gridcell").first().waitFor();
  await picture("table");
  const frame = await frameOf(viewer);
  assert.deepEqual(await seriousFindings(frame), []);
  await viewer.getByText("Chart", { exact: true }).click();
  await viewer.locator("ae-chart svg").first().waitFor();
  await picture("results", { of: viewer.locator("ae-unit") });
  assert.deepEqual(await seriousFindings(frame), []);
}

/** Opens the results of a run that has ended, by the button of its row. */
export async function showResults(workbench: Workbench, name: string): Promise<void> {
  const ended = job(workbench, new RegExp(`${name.replaceAll(".", "\\.")}.*succeeded`));
  await ended.hover();
  await ended.getByRole("button", { name: "Show Results" }).click();
}

/** A lens above a file or a unit of it, by its whole text. */
export const lens = (workbench: Workbench, file: string, text: string | RegExp) =>
  workbench
    .editor(file)
    .locator(".codelens-decoration a")
    .filter({ hasText: whole(text) })
    .first();

/** A row of the Explorer, by the beginning of what a screen reader says of it. */
const row = ({ page }: Workbench, name: string) =>
  page.locator(`.pane [role=treeitem][aria-label^="${name}"]`).filter({ visible: true }).first();

const unfold = (workbench: Workbench, name: string) => turn(workbench, name, "true");
const fold = (workbench: Workbench, name: string) => turn(workbench, name, "false");

/** Opens or closes a row with a click. The tree may drop a click while it draws. */
async function turn(workbench: Workbench, name: string, expanded: "true" | "false"): Promise<void> {
  const turned = row(workbench, name).and(workbench.page.locator(`[aria-expanded="${expanded}"]`));
  await until(`"${name}" to be ${expanded === "true" ? "open" : "closed"}`, async () => {
    if ((await turned.count()) > 0) return true;
    await row(workbench, name).click();
    return appears(turned);
  });
}

/** What the lenses of a file say of its runs. */
const outcomesOf = async (workbench: Workbench, file: string) =>
  (
    await workbench
      .editor(file)
      .locator(".codelens-decoration a", { hasText: /^[✓✗] / })
      .allTextContents()
  ).join("\n");

/** Replaces a misspelled name by its quick fix. */
export async function correct(workbench: Workbench, file: string, wrong: string, right: string): Promise<void> {
  const { page } = workbench;
  await workbench.editor(file).locator(".view-lines").getByText(`"${wrong}"`).click();
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: right }).first();
  // VS Code drops the key while it computes the light bulb.
  await until("the quick fixes", async () => {
    await page.keyboard.press("Control+.");
    return appears(fix);
  });
  await fix.click();
}

/** The button of the editor's title bar. */
export const run = ({ page }: Workbench) => page.locator(".editor-actions").getByRole("button", { name: "Run File" });

export const job = (workbench: Workbench, text: string | RegExp) =>
  pane(workbench, "Jobs").locator(".monaco-list-row", { hasText: text }).first();

/** A row of the Jobs view, by two parts of its label for screen readers. */
const spoken = (workbench: Workbench, name: string, state: string) =>
  pane(workbench, "Jobs").locator(`[role=treeitem][aria-label*="${name}"][aria-label*="${state}"]`).first();

/** A view of the side bar, by its title. */
const pane = ({ page }: Workbench, title: string) =>
  page.locator(".pane").filter({ has: page.locator(".pane-header .title", { hasText: whole(title) }) });

/** The page inside the webview inside the frame that VS Code puts around it. */
export const resultsPage = ({ page }: Workbench): FrameLocator =>
  page.frameLocator("iframe.webview").first().frameLocator("#active-frame");

/** The results with a unit, in whichever order VS Code has restored the pages. */
async function resultsPageOf({ page }: Workbench, unit: string): Promise<FrameLocator> {
  const pages = page.locator("iframe.webview");
  return until(`the results of ${unit}`, async () => {
    for (let at = 0; at < (await pages.count()); at++) {
      const shown = pages.nth(at).contentFrame().frameLocator("#active-frame");
      if ((await shown.getByText(unit).count()) > 0) return shown;
    }
    return undefined;
  });
}

async function frameOf(page: FrameLocator): Promise<Frame> {
  const frame = await (await page.locator("body").elementHandle())?.ownerFrame();
  assert.ok(frame, "the viewer has a frame");
  return frame;
}
