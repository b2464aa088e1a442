// The script of the pages of the tests: the components, and functions that give them tables.

import "../../src/viewer-entry.ts";
import "../../src/charts-entry.ts";
import { familyIds, type Sentence } from "@analytics-engines/core/basics";
import { decodeResult, type Table } from "@analytics-engines/core/results";
import { Chart } from "../../src/chart/chart.ts";
import { chartData, possibleCharts, suggestCharts } from "../../src/chart/charts.ts";
import { drawChart } from "../../src/chart/draw/draw-chart.ts";
import { Grid } from "../../src/grid/grid.ts";
import { preparePrint } from "../../src/print/print-run.ts";
import { tablesFromJson } from "../../src/report/tables-json.ts";
import { summaryOf } from "../../src/run/head/key-figures.ts";
import { RunPage } from "../../src/run/run.ts";
import type { ViewedRun } from "../../src/run/viewed-run.ts";
import { file, manifest, unit } from "./runs.ts";
import { column, holdings, table } from "./tables.ts";

const style = new CSSStyleSheet();
style.replaceSync(
  "html{color-scheme:light dark}body{margin:0;background:light-dark(#fff,#1c1d20)}main{display:flex;flex-direction:column;height:100vh;padding:8px;box-sizing:border-box}main>*{flex:1}",
);
document.adoptedStyleSheets = [style];

async function showGrid(table: Table | undefined): Promise<void> {
  const grid = new Grid();
  grid.table = table;
  document.querySelector("main")?.replaceChildren(grid);
  await grid.updateComplete;
}

/** A chart of the default kind, or of another that the menu offers. */
async function showChart(table: Table | undefined, kind?: string): Promise<void> {
  const chart = new Chart();
  chart.table = table;
  if (table && kind !== undefined) chart.spec = possibleCharts(table).find((spec) => spec.kind === kind);
  document.querySelector("main")?.replaceChildren(chart);
  await chart.updateComplete;
}

/** A chart as beside a summary, with the largest bars of many, and as high as its drawing. */
async function showWholeChart(table: Table | undefined, kind?: string): Promise<void> {
  await showChart(table, kind);
  const chart = document.querySelector("ae-chart");
  if (!(chart instanceof Chart)) return;
  Object.assign(chart, { plain: true, brief: true });
  Object.assign(chart.style, { flex: "none" });
  await chart.updateComplete;
  await nextFrame();
  await chart.whenDrawn();
  await chart.showWhole();
  await nextFrame();
}

/** The tables of units as JSON, by `PATH#UNIT`. */
type SentRun = Readonly<Record<string, string>>;

function runOf(sent: SentRun, started = "2026-01-05"): ViewedRun {
  const units = Object.entries(sent).map(([key, json]) => ({ key, path: key.replace(/#.*/, ""), json }));
  const tablesOf = (path: string, id: string) => tablesFromJson(sent[`${path}#${id}`] ?? "[]");
  const files = [...Map.groupBy(units, ({ path }) => path)].map(([path, found]) => {
    const family = familyIds.find((one) => path.endsWith(`.${one}.json`));
    const made = found.map(({ key, json }) => {
      const tables = tablesFromJson(json).map(({ id, rowCount: rows, columns }) => ({
        id,
        rows,
        columns: columns.length,
      }));
      return unit(key.slice(path.length + 1), { file: `${key}.json`, tables });
    });
    return file(path, made, family ? { family } : {});
  });
  return {
    manifest: { ...manifest(files), startedAt: `${started}T09:00:00Z`, finishedAt: `${started}T09:00:12Z` },
    open: async ({ path }, { id }) => ({ kind: "tables", tables: tablesOf(path, id) }),
    summary: async ({ path }, { id }) => summaryOf(tablesOf(path, id)),
  };
}

/** A run with its overview, or with one of its units; beside an earlier run, if one is given. */
async function showRun(now: SentRun, selected?: string, before?: SentRun): Promise<void> {
  const run = new RunPage();
  run.run = { ...runOf(now), ...(before && { earlier: runOf(before, "2025-12-03") }) };
  run.selected = selected;
  document.querySelector("main")?.replaceChildren(run);
  await run.updateComplete;
}

/** Opens the chart of a table of the open unit, in a kind that the menu offers. */
async function chooseChart(tableIndex: number, kind: string): Promise<void> {
  const unit = document.querySelector("ae-run")?.shadowRoot?.querySelector("ae-unit");
  if (!unit) throw new Error("no unit is open");
  unit.tableIndex = tableIndex;
  unit.choose("chart");
  await unit.updateComplete;
  const chart = unit.shadowRoot?.querySelector("ae-chart");
  if (!(chart instanceof Chart) || !chart.table) throw new Error("the unit has no chart");
  chart.spec = possibleCharts(chart.table).find((spec) => spec.kind === kind);
  await chart.updateComplete;
}

/** Resolves when the page has laid itself out: charts are drawn again when their size changes. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) await nextFrame();
}

/** A run on paper. */
async function showPaper(now: SentRun): Promise<void> {
  document.querySelector("main")?.remove();
  await preparePrint(runOf(now));
}

/** A run of one unit beside an earlier run of the same unit. */
async function showTwoRuns(before: string, after: string, id = "weights"): Promise<void> {
  const one = unit(id, { file: "weights.json" });
  const same = unit("same", { file: "same.json", sha256: "c".repeat(64) });
  const of = (json: string): ViewedRun => ({
    manifest: manifest([file("weights.pa.json", [one, same])]),
    open: async () => ({ kind: "tables", tables: tablesFromJson(json) }),
  });
  const run = new RunPage();
  run.run = { ...of(after), earlier: of(before) };
  document.querySelector("main")?.replaceChildren(run);
  await run.updateComplete;
}

/** A run whose review has these sentences about parameters and rules. */
async function showReview(parameters: readonly Sentence[], rules: readonly Sentence[]): Promise<void> {
  const run = new RunPage();
  const review = { tolerances: [], units: [], parameters, rules };
  run.run = { manifest: manifest([file("a.pa.json", [unit("a")])]), open: () => new Promise(() => {}), review };
  document.querySelector("main")?.replaceChildren(run);
  await run.updateComplete;
}

/** A run as the only content of the page, whose result never comes. */
async function showLoading(): Promise<void> {
  const run = new RunPage();
  const [one, other] = [unit("weights", { file: "weights.json" }), unit("other", { file: "other.json" })];
  run.run = { manifest: manifest([file("weights.pa.json", [one, other])]), open: () => new Promise(() => {}) };
  run.selected = "weights.pa.json#weights";
  document.body.replaceChildren(run);
  await run.updateComplete;
}

/** Milliseconds until the frame with a new table is drawn. */
async function timeFirstPaint(rows: number, columns: number): Promise<number> {
  const large = flat(rows, columns);
  await nextFrame();
  const started = performance.now();
  await showGrid(large);
  await nextFrame();
  return performance.now() - started;
}

/**
 * Scrolls the grid by this many pixels a frame; across, it turns around at the ends. Answers the milliseconds by the clock from each frame to
 * the next.
 */
async function scroll(frames: number, down: number, across: number): Promise<number[]> {
  const scroller = document.querySelector("ae-grid")?.shadowRoot?.querySelector(".scroller");
  if (!scroller) throw new Error("there is no grid");
  scroller.scrollTo(0, 0);
  const width = scroller.scrollWidth - scroller.clientWidth;
  const times: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    const left = (frame * across) % (2 * width);
    scroller.scrollTo(left < width ? left : 2 * width - left, frame * down);
    const drawn = await nextFrame();
    times.push(drawn - before);
    before = drawn;
  }
  return times;
}

/** The number of frames of a fast scroll with a place in the body without a filled row. */
async function countBlanks(frames: number): Promise<number> {
  const root = document.querySelector("ae-grid")?.shadowRoot;
  const scroller = root?.querySelector(".scroller");
  const body = root?.querySelector(".body");
  if (!root || !scroller || !body) throw new Error("there is no grid");
  const { left, top, width, height } = body.getBoundingClientRect();
  let blanks = 0;
  for (let frame = 1; frame <= frames; frame++) {
    scroller.scrollTo((frame * 331) % 3000, (frame * 97_003) % 2_590_000);
    await nextFrame();
    const isBlank = [0.02, 0.25, 0.5, 0.75, 0.97].some((share) => {
      const at = root.elementFromPoint(left + width * share, top + height * ((share * 7) % 0.98));
      return !at?.closest(".row")?.textContent;
    });
    if (isBlank) blanks += 1;
  }
  return blanks;
}

/** Milliseconds to read and draw lines over this many days; the best of five, since other processes take time too. */
function timeLines(lines: number, days: number): number {
  const dates = Array.from({ length: days }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  const series = Array.from({ length: lines }, (_, index) =>
    column(
      `Level ${index}`,
      dates.map((_, day) => Math.sin(day / (90 + index)) * 10 + ((day * 7919) % 13)),
    ),
  );
  const times = Array.from({ length: 5 }, () => {
    const one = table([column("Date", dates), ...series]);
    const [spec] = suggestCharts(one);
    if (spec === undefined) throw new Error("no chart");
    const started = performance.now();
    drawChart(chartData(one, { ...spec, measures: series.map((_, index) => index + 1) }), { width: 960, height: 480 });
    return performance.now() - started;
  });
  return Math.min(...times);
}

function flat(rows: number, columns: number): Table {
  const names = Array.from({ length: rows }, (_, row) => `Holding ${row}`);
  const numbers = Array.from({ length: columns - 1 }, (_, index) => {
    const values = Float64Array.from(names, (_, row) => ((row * 7919 + index * 104_729) % 2_000_003) / 100);
    return column(`Measure ${index}`, [0], { format: "{0:#,##0.00}", values: { kind: "number", values } });
  });
  // All names differ: looking for equal ones among millions would take longer than all else.
  const values = { kind: "text", codes: Int32Array.from(names.keys()), dictionary: names } as const;
  return table([column("Name", [""], { values }), ...numbers]);
}

/** The time after the next frame is drawn. */
function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    });
  });
}

/** All texts of the page, hidden ones too: those of its elements, and those for a mouse and a screen reader. */
function textsOf(root: ParentNode = document.body): string[] {
  const attributes = ["aria-label", "title", "placeholder", "label"];
  return [...root.querySelectorAll("*")].flatMap((element) => [
    ...(/^(STYLE|SCRIPT)$/i.test(element.tagName) ? [] : Array.from(element.childNodes, ownText)),
    ...attributes.map((name) => element.getAttribute(name) ?? ""),
    ...(element.shadowRoot ? textsOf(element.shadowRoot) : []),
  ]);
}

function ownText(node: Node): string {
  return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "").trim() : "";
}

const helpers = {
  /** All texts, or only those with words. */
  textsOf: async (hasWords = true) => {
    for (const _ of [1, 2, 3]) await nextFrame();
    return [...new Set(textsOf())].filter((text) => !hasWords || /\p{L}{2}/u.test(text));
  },
  showRun,
  chooseChart,
  settled,
  showPaper,
  showTwoRuns,
  showReview,
  showLoading,
  timeFirstPaint,
  timeLines,
  scroll,
  countBlanks,
  showChart: (json: string, kind?: string) => showChart(tablesFromJson(json)[0], kind),
  showWholeChart: (json: string, kind?: string) => showWholeChart(tablesFromJson(json)[0], kind),
  showResultChart: (json: string) => showChart(decodeResult(JSON.parse(json))[0]),
  showResultGrid: (json: string) => showGrid(decodeResult(JSON.parse(json))[0]),
  showGrid: (json: string) => showGrid(tablesFromJson(json)[0]),
  showHoldings: (sectors: number, held: number, measures: number) => showGrid(holdings(sectors, held, measures)),
};

declare global {
  /** See test/support/harness.ts. */
  var harness: typeof helpers;
}
globalThis.harness = helpers;
