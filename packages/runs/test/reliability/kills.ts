import { existsSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { seededRandom } from "@analytics-engines/core/testing";
import { createSimulator, type Simulator } from "@analytics-engines/simulator";
import { whyAltered } from "../../src/folder/results/read-stored.ts";
import { type Manifest, readManifest, type StoredEntry } from "../../src/index.ts";
import { bundleChild } from "../support/bundle-child.ts";
import { startChild } from "./child-process.ts";
import { oneOfEach } from "./run-files.ts";

export interface KillsReport {
  /** Killed processes. */
  kills: number;
  /** Runs that were killed at least once and resumed to their end. */
  readonly runs: number;
  /** Units of all runs by their status. */
  units: Record<string, number>;
  /** Creates without a known answer, in the family whose job ids the service chooses. */
  ambiguous: number;
  /** Broken promises, as sentences. */
  readonly broken: string[];
}

/** Kills runs at random instants, evenly spread over their events on the network, and resumes them. Kills some of them again. */
export async function killRuns({ runs, seed }: { readonly runs: number; readonly seed: number }): Promise<KillsReport> {
  using scripts = mkdtempDisposableSync(path.join(tmpdir(), "kills-"));
  const script = await bundleChild("reliability/kills-child.ts", scripts.path);
  const random = seededRandom(seed);
  const report: KillsReport = { kills: 0, runs, units: {}, ambiguous: 0, broken: [] };
  const events = await oneRun(script, [], report);
  report.units = {};
  const todo = Array.from({ length: runs }, (_, index) => index);
  const worker = async () => {
    for (let index = todo.shift(); index !== undefined; index = todo.shift()) {
      // One instant in each of `runs` equal parts; every third run is killed a second time.
      const at = 1 + Math.floor(((index + random()) / runs) * events);
      const secondKill = index % 3 === 0 ? [1 + Math.floor(random() * 20)] : [];
      const instants = [at, ...secondKill].map((event) => ({ at: event, turns: Math.floor(random() * 40) }));
      await oneRun(script, instants, report);
    }
  };
  await Promise.all([worker(), worker()]);
  return report;
}

const files = oneOfEach();

/** Runs, kills and resumes one run, and checks it. Answers the number of events of the last process. */
async function oneRun(
  script: string,
  instants: readonly { at: number; turns: number }[],
  report: KillsReport,
): Promise<number> {
  const simulator = createSimulator({ profile: "strict", jobSeconds: 0.03 });
  const server = await simulator.listen();
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), "killed-run-"));
  const folder = temporary.path;
  const name = instants.map(({ at, turns }) => `${at}+${turns}`).join(", ");
  let events = 0;
  try {
    const stored = new Map<string, StoredEntry>();
    for (const { at, turns } of [...instants, { at: 0, turns: 0 }]) {
      const input = { url: server.url, folder, files, at, turns };
      const signal = await startChild(script, input, (line) => {
        events = Number(line);
      }).ended;
      if (signal === "SIGKILL") report.kills += 1;
      for (const [file, entry] of storedFiles(folder)) stored.set(file, entry);
    }
    const manifest = await readManifest(folder);
    for (const [file, entry] of stored) {
      const why = await whyAltered(folder, entry);
      if (why !== undefined) report.broken.push(`${name}: ${file} was stored, and ${why}`);
    }
    check(manifest, simulator, new Set(stored.keys()), (text) => report.broken.push(`${name}: ${text}`), report);
  } finally {
    await server.close();
  }
  return events;
}

/** The stored files by the journal, with their digests. Without the last line, which may be incomplete. */
function storedFiles(folder: string): [string, StoredEntry][] {
  const journal = path.join(folder, "journal.jsonl");
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  return lines.flatMap((line): [string, StoredEntry][] => {
    const entry = JSON.parse(line);
    return entry.type === "stored" ? [[entry.file.file, entry.file]] : [];
  });
}

function check(
  manifest: Manifest,
  simulator: Simulator,
  stored: ReadonlySet<string>,
  fail: (text: string) => void,
  report: KillsReport,
): void {
  for (const { family, path: key } of files) {
    const jobs = simulator.jobs.filter((job) => job.family === family);
    const file = manifest.files.find((one) => one.path === key);
    const isAmbiguous = file?.problem?.code === "ambiguous-create";
    if (isAmbiguous) report.ambiguous += 1;
    if (jobs.length > 1 || jobs.some(({ creates }) => creates > 1)) fail(`${key} was created twice`);
    if (isAmbiguous && family === "fiab") continue;
    const [job] = jobs;
    if (job === undefined || file?.jobId !== job.id) fail(`${key} has no job`);
    for (const { id, resultReads } of job?.units ?? []) {
      const unit = file?.units.find((one) => one.id === id);
      report.units[unit?.status ?? "missing"] = (report.units[unit?.status ?? "missing"] ?? 0) + 1;
      if (resultReads > 1) fail(`${key} ${id} was read twice`);
      if (unit?.status !== "success" && unit?.status !== "lost") fail(`${key} ${id} is ${unit?.status}`);
      if (unit?.status === "lost" && resultReads !== 1)
        fail(`${key} ${id} is called lost, but the service never sent it`);
      if (unit?.status === "lost" && unit.file !== undefined && stored.has(unit.file)) fail(`${key} ${id} was stored`);
    }
  }
}
