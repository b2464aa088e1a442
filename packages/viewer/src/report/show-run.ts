import { printRun, printWholeRun } from "../print/print-run.ts";
import { tabTitle } from "../run/head/run-head.ts";
import { RunPage } from "../run/run.ts";
import type { ViewedRun } from "../run/viewed-run.ts";

/** Fills the page with a run, which prints as a whole. The URL has the open unit, so that a link can name it; a URL without one opens `first`, or the overview. */
export function showRun(run: ViewedRun, first: string | undefined): void {
  const style = new CSSStyleSheet();
  style.replaceSync("html, body { height: 100%; margin: 0; color-scheme: light dark; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.title = tabTitle(run.manifest);
  if (location.hash === "" && first !== undefined) history.replaceState(undefined, "", addressOf(first));
  const page = new RunPage();
  page.run = run;
  const follow = () => {
    page.selected = selectedUnit();
  };
  follow();
  page.addEventListener("unit-opened", () => history.pushState(undefined, "", addressOf(page.selected)));
  // Fires for the browser's buttons and for an edited address.
  window.addEventListener("popstate", follow);
  page.printable = true;
  page.addEventListener("print-chosen", () => void printRun(run));
  printWholeRun(run);
  document.body.append(page);
}

function addressOf(unit: string | undefined): string {
  return `#${encodeURIComponent(unit ?? "")}`;
}

function selectedUnit(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}
