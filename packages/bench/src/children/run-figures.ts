// Every figure beside its peer or limit, of the packages as they are published: started by main.ts when they are built.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { run as command } from "../cli/cli.ts";
import { run as extension } from "../extension/extension.ts";
import { run as actionStart } from "../figures/action-start.ts";
import { run as importClient } from "../figures/import-client.ts";
import { run as manyJobs } from "../figures/many-jobs.ts";
import { run as resultToDisk } from "../figures/result-to-disk.ts";
import { run as runSteps } from "../figures/run-steps.ts";
import { run as simulatorThroughput } from "../figures/simulator-throughput.ts";
import { run as statusReads, throughputPlot } from "../figures/status-reads.ts";
import { formatRows } from "../format.ts";
import { run as parameters } from "../parameters/parameters.ts";
import { run as plan } from "../plan/plan.ts";
import { benchmarksMarkdown, type Section } from "../report/benchmarks.ts";
import { plotSvg } from "../report/plot.ts";
import { run as results } from "../results/results.ts";
import { run as review } from "../review/review.ts";
import type { Row } from "../row.ts";
import { run as viewer } from "../viewer/viewer.ts";
import { run as pacing } from "../virtual/pacing.ts";
import { lagPlot, run as polling } from "../virtual/polling.ts";
import { run as shards, shardsPlot } from "../virtual/shards.ts";

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
  "start of the command": command,
  results,
  viewer,
  review,
  plan,
  "extension in VS Code": extension,
};

const { values } = parseArgs({ options: { json: { type: "string" }, only: { type: "string" } } });
const chosen = Object.entries(figures).filter(([name]) => values.only === undefined || name.includes(values.only));
if (chosen.length === 0) {
  console.error(`No figure is named like "${values.only}". There are: ${Object.keys(figures).join(", ")}.`);
  process.exit(2);
}

const sections: Section[] = [];
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

/** Of all figures at once alone: those of different days and machines do not belong in one document. */
async function writeDocument(): Promise<void> {
  const docs = path.resolve(import.meta.dirname, "../../../../docs");
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
  const file = path.resolve(import.meta.dirname, "../../node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}
