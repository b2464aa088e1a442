import { printRun, printWholeRun } from "../print/print-run.ts";
import { tabTitle } from "../run/head/run-head.ts";
import { RunPage } from "../run/run.ts";
import type { ViewedRun } from "../run/viewed-run.ts";
import { addressOf, placeOfAddress } from "./address.ts";

/** Fills the page with a run, which prints as a whole. The URL has the open unit and cell, so that a link can name them; a URL without one opens `first`, or the overview. */
export function showRun(run: ViewedRun, first: string | undefined): void {
  const style = new CSSStyleSheet();
  style.replaceSync("html, body { height: 100%; margin: 0; color-scheme: light dark; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.title = tabTitle(run.manifest);
  if (location.hash === "" && first !== undefined)
    history.replaceState(undefined, "", addressOf({ unit: first, cell: undefined }));
  const page = new RunPage();
  page.run = run;
  const follow = () => {
    const { unit, cell } = placeOfAddress(location.hash);
    page.selected = unit;
    page.cell = cell;
  };
  follow();
  page.addEventListener("unit-opened", () =>
    history.pushState(undefined, "", addressOf({ unit: page.selected, cell: page.cell })),
  );
  // Fires for the browser's buttons and for an edited address.
  window.addEventListener("popstate", follow);
  page.printable = true;
  page.addEventListener("print-chosen", () => void printRun(run));
  printWholeRun(run);
  document.body.append(page);
}
