// `npm run demo`: the built Action runs the example parameter files of all families and a sweep over 40 accounts on the simulated service, as
// GitHub's runner would run it, checks the numbers, and adds them to a history of earlier nights.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { formatSeconds } from "@analytics-engines/runs/progress";
import { createSimulator } from "@analytics-engines/simulator";
import { ensureBuilt } from "../build.ts";
import { startAzurite } from "../test/support/github/azurite.ts";
import { startGitHub } from "../test/support/github/github.ts";
import { runStep } from "../test/support/runner/runner.ts";
import { addEarlierNights } from "./earlier-nights.ts";
import { createPrinter } from "./printer.ts";
import { formatTable } from "./table.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const runFolder = path.join(root, "demo-run");
const history = path.join(root, "demo-history");
const SWEEP = "packages/action/demo/funds.pa.sweep.json";
const CHECKS = "packages/action/demo/funds.checks.json";
const user = { username: "DEMO-1", password: "an-invented-api-key" };

const print = createPrinter(process.stdout);
print.heading("The Action, on a simulated service");
await ensureBuilt();
// A second demo replaces the run of the first; the action itself never overwrites one.
for (const folder of [runFolder, history]) rmSync(folder, { recursive: true, force: true });
await addEarlierNights({ root, sweep: SWEEP, checks: CHECKS, store: history });

const simulator = createSimulator({ users: [user], jobSeconds: [2, 8], maxAgeSeconds: 1 });
const service = await simulator.listen();
const code = await demonstrate();
await service.close();
process.exitCode = code;

async function demonstrate(): Promise<number> {
  await using azurite = await startAzurite();
  await using github = await startGitHub(azurite);
  const inputs = {
    "base-url": service.url,
    ...user,
    files: `docs/examples/*.json\n${SWEEP}`,
    checks: CHECKS,
    "history-store": "demo-history",
    "output-dir": "demo-run",
    "max-concurrency": "20",
    "timeout-minutes": "2",
  };
  const step = await runStep({ inputs, workspace: root, env: github.env, onLine: (line) => print.line(line) });
  if (!existsSync(path.join(runFolder, "manifest.json"))) {
    print.heading("The run did not begin");
    console.log(step.stderr);
    return 1;
  }
  print.heading(`Run ${step.outputs["status"]} in ${formatSeconds(step.took / 1000)}`);
  console.log(formatTable(["File", "Family", "Units", "Status", "Time", "Rows"], await rows()));
  print.heading("What it leaves");
  for (const { name, size, digest } of github.artifacts()) console.log(`  artifact ${name}: ${size} bytes, ${digest}`);
  console.log(`  ${simulator.requests.length} requests to the service`);
  console.log(
    `  ${runFolder}${path.sep}: manifest.json, journal.jsonl, summary.md and every result, tables as CSV beside them`,
  );
  console.log(`  ${history}${path.sep}: the numbers of three nights as Parquet`);
  console.log(`  ${path.join(runFolder, "report.html")}: all tables and charts, for a browser`);
  return step.code ?? 1;
}

async function rows(): Promise<string[][]> {
  const { files } = await readManifest(runFolder);
  const seconds = readTimes();
  return files.map(({ path: file, family, units, status }) => {
    const total = units.reduce(
      (sum, { tables }) => sum + (tables ?? []).reduce((all, table) => all + table.rows, 0),
      0,
    );
    const took = seconds.get(file);
    return [
      path.basename(file),
      family,
      `${units.length}`,
      status,
      took === undefined ? "" : formatSeconds(took),
      total === 0 ? "" : `${total}`,
    ];
  });
}

/** Seconds from the creation of each job to its last result, out of the run's journal. */
function readTimes(): Map<string, number> {
  const began = new Map<string, number>();
  const took = new Map<string, number>();
  for (const line of readFileSync(path.join(runFolder, "journal.jsonl"), "utf8").split("\n").filter(Boolean)) {
    const { type, key, at }: { type: string; key: string; at: string } = JSON.parse(line);
    if (type === "create") began.set(key, Date.parse(at));
    const start = began.get(key);
    if (type === "finished" && start !== undefined) took.set(key, (Date.parse(at) - start) / 1000);
  }
  return took;
}
