// Measures the published form of the packages: main.ts builds them, then starts this.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { measureActionStart } from "./figures/action-start.ts";
import { measureCommandStart } from "./figures/command-start.ts";
import { measureExtension } from "./figures/extension.ts";
import { measureGrids } from "./figures/grids.ts";
import { measureImportClient } from "./figures/import-client.ts";
import { measureManyJobs } from "./figures/many-jobs.ts";
import { measureParameters } from "./figures/parameters.ts";
import { measurePlan } from "./figures/plan.ts";
import { measureResultToDisk } from "./figures/result-to-disk.ts";
import { measureResults } from "./figures/results.ts";
import { measureReview } from "./figures/review.ts";
import { measureSimulatorThroughput } from "./figures/simulator-throughput.ts";
import { measureStatusReads, throughputPlot } from "./figures/status-reads.ts";
import { measureViewer } from "./figures/viewer.ts";
import { type BenchmarkSection, benchmarksMarkdown } from "./report/benchmarks.ts";
import { plotSvg } from "./report/plot.ts";
import { type Row, rowText } from "./report/rows.ts";
import { measurePacing } from "./virtual/pacing.ts";
import { lagPlot, measurePolling } from "./virtual/polling.ts";
import { measureShards, shardsPlot } from "./virtual/shards.ts";

const figures: Readonly<Record<string, () => Promise<Row[]>>> = {
  "status reads": measureStatusReads,
  "import of the client": measureImportClient,
  "result to disk": measureResultToDisk,
  "many jobs": measureManyJobs,
  polling: measurePolling,
  pacing: measurePacing,
  shards: measureShards,
  "start of the action": measureActionStart,
  "simulator throughput": measureSimulatorThroughput,
  "parameter files": measureParameters,
  "start of the command": measureCommandStart,
  results: measureResults,
  viewer: measureViewer,
  "grids and charts beside others": measureGrids,
  review: measureReview,
  plan: measurePlan,
  "extension in VS Code": measureExtension,
};

const { values } = parseArgs({ options: { json: { type: "string" }, only: { type: "string" } } });
const chosen = Object.entries(figures).filter(([name]) => values.only === undefined || name.includes(values.only));
if (chosen.length === 0) {
  console.error(`No figure has "${values.only}" in its name. The figures are: ${Object.keys(figures).join(", ")}.`);
  process.exit(2);
}

const sections: BenchmarkSection[] = [];
for (const [name, figure] of chosen) {
  const started = performance.now();
  console.log(`measuring: ${name}`);
  sections.push({ name, rows: await figure() });
  console.log(`  took ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
const rows = sections.flatMap((section) => section.rows);
console.log(`\nNode ${process.version}, ${process.platform} ${process.arch}\n`);
console.table(rows.map((row) => ({ figure: row.name, ...rowText(row), target: row.target, met: row.met })));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
if (values.only === undefined) await writeDocument();

/** Only of a run of all figures: one document does not mix days and machines. */
async function writeDocument(): Promise<void> {
  const docs = path.resolve(import.meta.dirname, "../../../docs");
  const plots = [lagPlot(), await shardsPlot(), await throughputPlot()];
  mkdirSync(path.join(docs, "images"), { recursive: true });
  for (const plot of plots) writeFileSync(path.join(docs, "images", `${plot.name}.svg`), plotSvg(plot));
  const cores = os.cpus();
  const text = benchmarksMarkdown(sections, plots, {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()}`,
    versions: [
      `analytics-engines ${versionOf("@analytics-engines/core")}`,
      `Node ${process.versions.node}`,
      ...["ky", "csv-stringify", "vscode-json-languageservice"].map((name) => `${name} ${versionOf(name)}`),
    ],
  });
  writeFileSync(path.join(docs, "benchmarks.md"), text);
  console.log("\nWrote docs/benchmarks.md");
}

function versionOf(name: string): string {
  const file = path.resolve(import.meta.dirname, "../node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}
