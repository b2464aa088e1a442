// Measures the published form of the packages: main.ts builds them, then starts this.
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { measureActionStart } from "./figures/action-start.ts";
import { measureChecks } from "./figures/checks.ts";
import { measureExtension } from "./figures/extension.ts";
import { measureGrid } from "./figures/grid.ts";
import { measureImportClient } from "./figures/import-client.ts";
import { measureParameters } from "./figures/parameters.ts";
import { measureReport } from "./figures/report.ts";
import { measureResultToDisk } from "./figures/result-to-disk.ts";
import { measureStatusReads } from "./figures/status-reads.ts";
import { type BenchmarkSection, benchmarksMarkdown, type Row, rowText } from "./report.ts";
import { type BenchmarkResults, meetsTargets, runBenchmarks } from "./run-benchmarks.ts";
import { measurePacing } from "./virtual/pacing.ts";
import { measurePolling } from "./virtual/polling.ts";
import { measureShards } from "./virtual/shards.ts";

const measurements: Readonly<Record<string, () => Promise<Row[]>>> = {
  "status reads": measureStatusReads,
  "result to disk": measureResultToDisk,
  polling: measurePolling,
  pacing: measurePacing,
  shards: measureShards,
  "parameter files": measureParameters,
  checks: measureChecks,
  report: measureReport,
  "grid beside AG Grid": measureGrid,
  "extension in VS Code": measureExtension,
  "start of the action": measureActionStart,
  "import of the client": measureImportClient,
};

const { values } = parseArgs({ options: { json: { type: "string" }, only: { type: "string" } } });
const benchmarks = Object.entries(measurements)
  .filter(([name]) => values.only === undefined || name.includes(values.only))
  .map(([name, measure]) => ({ name, measure }));
if (benchmarks.length === 0) {
  const names = Object.keys(measurements).join(", ");
  console.error(`No benchmark has "${values.only}" in its name. The benchmarks are: ${names}.`);
  process.exit(2);
}

const results = await runBenchmarks(benchmarks, saveJson);
printResults(results);
// A document of some figures would hide the others.
if (values.only === undefined && results.failures.length === 0) writeDocument(results.sections);
process.exit(meetsTargets(results) ? 0 : 1);

/** Writes what was measured so far, so that an interrupted run keeps its figures. */
function saveJson({ sections, failures }: BenchmarkResults): void {
  if (values.json === undefined) return;
  const figures = [...sections.flatMap(({ rows }) => rows), ...failures];
  writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
}

function printResults({ sections, failures }: BenchmarkResults): void {
  const rows = sections.flatMap((section) => section.rows);
  console.log(`\nNode ${process.version}, ${process.platform} ${process.arch}\n`);
  console.table(rows.map((row) => ({ figure: row.name, ...rowText(row), target: row.target, met: row.met })));
  for (const row of rows) if (!row.met) console.log(`misses its target: ${row.name.trim()} (${row.target})`);
  for (const { name, error } of failures) console.log(`failed: ${name}: ${error.split("\n")[0]}`);
}

/** Only after a run of all benchmarks: one document does not mix days and machines. */
function writeDocument(sections: readonly BenchmarkSection[]): void {
  const docs = path.resolve(import.meta.dirname, "../../../docs");
  const cores = os.cpus();
  const text = benchmarksMarkdown(sections, {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cores.length} cores (${cores[0]?.model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()}`,
    versions: [
      `analytics-engines ${versionOf("@analytics-engines/core")}`,
      `Node ${process.versions.node}`,
      ...["ky", "ag-grid-community", "vscode-json-languageservice"].map((name) => `${name} ${versionOf(name)}`),
    ],
  });
  writeFileSync(path.join(docs, "benchmarks.md"), text);
  console.log("\nWrote docs/benchmarks.md");
}

function versionOf(name: string): string {
  const file = path.resolve(import.meta.dirname, "../node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}
