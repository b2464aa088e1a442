import type { HistoryView } from "@analytics-engines/runs/review";
import { HistoryPage } from "../history/history.ts";
import { printRun, printWholeRun } from "../print/print-run.ts";
import { tabTitle } from "../run/head/run-head.ts";
import { RunPage } from "../run/run.ts";
import { addressOf, targetOfAddress, type ViewedRun } from "../run/viewed-run.ts";

/** Fills the page with a run, which prints as a whole. The URL has the open unit and cell, so that a link can name them; a URL without one opens `first`, or the overview. */
export function showRun(run: ViewedRun, first: string | undefined): void {
  fillPage();
  document.title = tabTitle(run.manifest);
  if (location.hash === "" && first !== undefined)
    history.replaceState(undefined, "", addressOf({ unit: first, cell: undefined }));
  const page = new RunPage();
  page.run = run;
  const historyPage = run.history && new HistoryPage();
  const follow = async () => {
    const isHistory = historyPage !== undefined && location.hash === HISTORY;
    const { unit, cell } = targetOfAddress(location.hash);
    page.hidden = isHistory;
    page.selected = unit;
    page.cell = cell;
    if (historyPage === undefined) return;
    historyPage.hidden = !isHistory;
    historyPage.linked = true;
    if (isHistory) historyPage.history ??= await run.history?.();
  };
  void follow();
  page.addEventListener("unit-opened", () =>
    history.pushState(undefined, "", addressOf({ unit: page.selected, cell: page.cell })),
  );
  // Fires for the browser's buttons and for an edited address.
  window.addEventListener("popstate", follow);
  page.addEventListener("history-chosen", () => {
    location.hash = HISTORY;
  });
  page.printable = true;
  page.addEventListener("print-chosen", () => void printRun(run));
  printWholeRun(run);
  document.body.append(page, ...(historyPage ? [historyPage] : []));
}

/** The address of the page of the history, which no unit has: a key has a `#`. */
const HISTORY = "#history";

/** Fills the page with numbers over runs. */
export function showHistory(view: HistoryView): void {
  fillPage();
  document.title = "History";
  const page = new HistoryPage();
  page.history = view;
  document.body.append(page);
}

function fillPage(): void {
  const style = new CSSStyleSheet();
  style.replaceSync("html, body { height: 100%; margin: 0; color-scheme: light dark; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
}
