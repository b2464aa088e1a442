import { messageOf } from "@analytics-engines/core/basics";
import { Chart } from "../chart/chart.ts";
import { localDates, t } from "../l10n.ts";
import { loadCharts } from "../late-scripts.ts";
import { tabTitle } from "../run/head/run-head.ts";
import { allUnits, type ViewedRun } from "../run/viewed-run.ts";
import { marginsOf } from "./paper-style.ts";
import { PrintedRun, type PrintedUnit } from "./print.ts";

/** A run with more rows is not read ahead for the menu of the browser: it would take memory that most readers never need. */
const MAX_ROWS_READ_AHEAD = 50_000;

/** A chart fits on one page below the head of its unit, in pixels. */
const MAX_HEIGHTS = { portrait: 780, landscape: 520 };

/** Takes the printed run out of the document. */
type RemovePrint = () => void;

/** Puts the whole run into the document, ready to print. Returns the function that takes it away again. */
export async function preparePrint(run: ViewedRun): Promise<RemovePrint> {
  const { remove, laidOut } = showPrint(run, await readUnits(run));
  await laidOut;
  return remove;
}

async function readUnits(run: ViewedRun): Promise<PrintedUnit[]> {
  const units: PrintedUnit[] = [];
  for (const ref of allUnits(run.manifest)) {
    const content = await run
      .open(ref.file, ref.unit)
      .catch((error: unknown) => ({ kind: "elsewhere" as const, reason: messageOf(error) }));
    units.push({ ref, content });
  }
  return units;
}

/** Puts units whose contents are already read into the document. If the script of the charts is loaded, it waits only for promises, for no task. */
function showPrint(run: ViewedRun, units: readonly PrintedUnit[], note = "") {
  const { manifest, connection = manifest.service } = run;
  const sheet = new CSSStyleSheet();
  const now = t("Printed {0}", localDates(`${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`));
  sheet.replaceSync(marginsOf(tabTitle(manifest), `${connection}, ${manifest.tool}`, now));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const page = new PrintedRun();
  page.run = run;
  page.units = units;
  page.note = note;
  document.body.append(page);
  const remove = () => {
    page.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
  return { remove, laidOut: layOut(page) };
}

async function layOut(page: PrintedRun): Promise<void> {
  await page.updateComplete;
  await Promise.all(Array.from(page.renderRoot.querySelectorAll(".charts"), fitCharts));
}

/** Shows the charts of a unit whole: beside each other, or below each other if one is high. */
async function fitCharts(group: Element): Promise<void> {
  const charts = [...group.querySelectorAll("ae-chart")].filter((element) => element instanceof Chart);
  await Promise.all(charts.map((chart) => chart.whenDrawn()));
  if (!charts.some(({ isCut }) => isCut)) return;
  group.classList.add("stacked");
  await Promise.all(charts.map((chart) => chart.showWhole()));
  const height = group.closest(".wide") ? MAX_HEIGHTS.landscape : MAX_HEIGHTS.portrait;
  for (const chart of charts) if (chart.offsetHeight > height) chart.style.zoom = String(height / chart.offsetHeight);
}

/** Prints the whole run. */
export async function printRun(run: ViewedRun): Promise<void> {
  const remove = await preparePrint(run);
  window.addEventListener("afterprint", remove, { once: true });
  window.print();
}

/**
 * Makes Ctrl+P and the menu of the browser print what the button of the page prints. A browser that has begun to print does not
 * wait for results that are still to be read, so the page reads those of a usual run when it has nothing else to do. Of a larger run, the menu
 * prints the overview, which says how to print the rest.
 */
export function printWholeRun(run: ViewedRun): void {
  let unitsAhead: readonly PrintedUnit[] | undefined;
  if (rowsOf(run) <= MAX_ROWS_READ_AHEAD) {
    whenIdle(async () => {
      const [units] = await Promise.all([readUnits(run), loadCharts()]);
      unitsAhead = units;
    });
  }
  window.addEventListener("beforeprint", () => {
    if (document.querySelector("ae-print") !== null) return;
    const { remove } = unitsAhead
      ? showPrint(run, unitsAhead)
      : showPrint(
          run,
          [],
          t("This is the overview alone. The button Print of the page prints the tables and charts, too."),
        );
    window.addEventListener("afterprint", remove, { once: true });
  });
  window.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    void printRun(run);
  });
}

function rowsOf({ manifest }: ViewedRun): number {
  return allUnits(manifest).reduce(
    (sum, { unit }) => sum + (unit.tables ?? []).reduce((rows, table) => rows + table.rows, 0),
    0,
  );
}

/** Safari has no `requestIdleCallback`. A run that cannot be read ahead can still be printed by the button. */
function whenIdle(act: () => Promise<void>): void {
  const actQuietly = () => void act().catch(() => undefined);
  if (typeof requestIdleCallback === "function") requestIdleCallback(actQuietly);
  else setTimeout(actQuietly, 200);
}
