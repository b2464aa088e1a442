// Measures the published form of the packages: main.ts builds them, then starts this.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { actionStart } from "./figures/action-start.ts";
import { commandStart } from "./figures/command-start.ts";
import { extension } from "./figures/extension.ts";
import { importClient } from "./figures/import-client.ts";
import { manyJobs } from "./figures/many-jobs.ts";
import { parameters } from "./figures/parameters.ts";
import { plan } from "./figures/plan.ts";
import { resultToDisk } from "./figures/result-to-disk.ts";
import { results } from "./figures/results.ts";
import { review } from "./figures/review.ts";
import { runSteps } from "./figures/run-steps.ts";
import { simulatorThroughput } from "./figures/simulator-throughput.ts";
import { statusReads, throughputPlot } from "./figures/status-reads.ts";
import { viewer } from "./figures/viewer.ts";
import { type BenchmarkSection, benchmarksMarkdown } from "./report/benchmarks.ts";
import { plotSvg } from "./report/plot.ts";
import { formatRows, type Row } from "./report/rows.ts";
import { pacing } from "./virtual/pacing.ts";
import { lagPlot, polling } from "./virtual/polling.ts";
import { shards, shardsPlot } from "./virtual/shards.ts";

const figures: Readonly<Record<string, () => Promise<Row[]>>> = {
  "status reads": statusReads,
  "import of the client": importClient,
  "result to disk": resultToDisk,
  "many jobs": manyJobs,
  polling,
  pacing,
  shards,
  "start of the action": actionStart,
  "steps of a run": runSteps,
  "simulator throughput": simulatorThroughput,
  "parameter files": parameters,
  "start of the command": commandStart,
  results,
  viewer,
  review,
  plan,
  "extension in VS Code": extension,
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
console.log(formatRows(rows));
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
