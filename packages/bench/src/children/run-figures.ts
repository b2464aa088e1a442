// Every figure beside its peer or limit, of the packages as they are published: started by main.ts when they are built.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { run as command } from "../cli/cli.ts";
import { run as actionStart } from "../figures/action-start.ts";
import { run as importClient } from "../figures/import-client.ts";
import { run as resultToDisk } from "../figures/result-to-disk.ts";
import { run as runSteps } from "../figures/run-steps.ts";
import { run as simulatorThroughput } from "../figures/simulator-throughput.ts";
import { run as statusReads } from "../figures/status-reads.ts";
import { formatRows } from "../format.ts";
import { run as parameters } from "../parameters/parameters.ts";
import { run as results } from "../results/results.ts";
import type { Row } from "../row.ts";
import { run as viewer } from "../viewer/viewer.ts";
import { run as pacing } from "../virtual/pacing.ts";
import { run as polling } from "../virtual/polling.ts";

const figures: Readonly<Record<string, () => Promise<Row[]>>> = {
  "status reads": statusReads,
  "import of the client": importClient,
  "result to disk": resultToDisk,
  polling,
  pacing,
  "start of the action": actionStart,
  "steps of a run": runSteps,
  "simulator throughput": simulatorThroughput,
  "parameter files": parameters,
  "start of the command": command,
  results,
  viewer,
};

const { values } = parseArgs({ options: { json: { type: "string" }, only: { type: "string" } } });
const chosen = Object.entries(figures).filter(([name]) => values.only === undefined || name.includes(values.only));
if (chosen.length === 0) {
  console.error(`No figure is named like "${values.only}". There are: ${Object.keys(figures).join(", ")}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const [name, figure] of chosen) {
  const started = performance.now();
  console.log(`measuring: ${name}`);
  rows.push(...(await figure()));
  console.log(`  took ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
console.log(`\nNode ${process.version}, ${process.platform} ${process.arch}\n`);
console.log(formatRows(rows));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
