import { messageOf } from "@analytics-engines/core/text";
import { Chart } from "../chart/chart.ts";
import { tabTitle } from "../run/run-head.ts";
import { allUnits, type ViewedRun } from "../run/viewed-run.ts";
import { HIGHEST_CHART, marginsOf } from "./paper-style.ts";
import { PrintedRun, type PrintedUnit } from "./print.ts";

/** Puts the whole run into the document, ready to print. Returns the function that takes it away again. */
export async function preparePrint(run: ViewedRun): Promise<() => void> {
  const units: PrintedUnit[] = [];
  for (const ref of allUnits(run.manifest)) {
    const content = await run
      .open(ref.file, ref.unit)
      .catch((error: unknown) => ({ kind: "elsewhere" as const, reason: messageOf(error) }));
    units.push({ ref, content });
  }
  const { service, tool } = run.manifest;
  const sheet = new CSSStyleSheet();
  const now = `Printed ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  sheet.replaceSync(marginsOf(tabTitle(run.manifest), `${service}, ${tool}`, now));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const page = new PrintedRun();
  page.run = run;
  page.units = units;
  document.body.append(page);
  await page.updateComplete;
  for (const group of page.renderRoot.querySelectorAll(".charts")) await fitCharts(group);
  await page.layOut();
  return () => {
    page.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** Shows the charts of a unit whole: beside each other, or below each other if one is high. */
async function fitCharts(group: Element): Promise<void> {
  const charts = [...group.querySelectorAll("ae-chart")].filter((one) => one instanceof Chart);
  await Promise.all(charts.map((chart) => chart.drawn()));
  if (!charts.some(({ isCut }) => isCut)) return;
  group.classList.add("stacked");
  await Promise.all(charts.map((chart) => chart.showWhole()));
  for (const chart of charts)
    if (chart.offsetHeight > HIGHEST_CHART) chart.style.zoom = String(HIGHEST_CHART / chart.offsetHeight);
}

/** Prints the whole run. */
export async function printRun(run: ViewedRun): Promise<void> {
  const clean = await preparePrint(run);
  window.addEventListener("afterprint", clean, { once: true });
  window.print();
}
