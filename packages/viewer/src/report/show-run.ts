import { RunPage } from "../run/run.ts";
import type { ViewedRun } from "../run/viewed-run.ts";

/** Fills the page with a run. The URL has the open unit, so that a link can name it; a URL without one opens `first`. */
export function showRun(run: ViewedRun, first = ""): void {
  const style = new CSSStyleSheet();
  style.replaceSync("html, body { height: 100%; margin: 0; color-scheme: light dark; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.title = `Run ${run.manifest.startedAt.slice(0, 16).replace("T", " ")}`;
  const page = new RunPage();
  page.run = run;
  const follow = () => {
    page.selected = readAddress() || first;
  };
  follow();
  page.addEventListener("unit-opened", () => {
    history.replaceState(undefined, "", `#${encodeURIComponent(page.selected ?? "")}`);
  });
  window.addEventListener("hashchange", follow);
  document.body.append(page);
}

function readAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
