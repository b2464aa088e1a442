import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSimulator, type JobView, type Simulator } from "@analytics-engines/simulator";
import { whyAltered } from "../../src/folder/results/read-stored.ts";
import { type Manifest, type ManifestFile, readManifest } from "../../src/index.ts";
import { bundleChild } from "../support/bundle-child.ts";
import { startChild } from "./child-process.ts";
import { manyFiles } from "./run-files.ts";

export interface SoakOptions {
  readonly jobs: number;
  /** Percent of the requests that each kind of fault strikes. */
  readonly faultPercent: number;
  /** After how many jobs each process is killed, so that the next one resumes the run. */
  readonly killAfter: readonly number[];
}

export interface MemorySample {
  /** Jobs that this process finished. */
  readonly over: number;
  /** MiB on the heap after a garbage collection. */
  readonly heap: number;
  /** MiB of the resident set. */
  readonly rss: number;
}

export interface SoakReport {
  readonly jobs: number;
  readonly kills: number;
  readonly requests: number;
  readonly faults: number;
  readonly seconds: number;
  /** Jobs by their end: `success`, or the code of their problem. */
  readonly endings: Readonly<Record<string, number>>;
  /** Differences between the run folder and the service, as sentences. */
  readonly broken: readonly string[];
  /** The memory of each process as jobs end. */
  readonly memory: readonly (readonly MemorySample[])[];
}

/** Every kind of fault, with short delays. `connection` faults strike new connections. */
const faults = [
  "refused",
  "reset",
  "lost",
  "reset-after-headers",
  "cut",
  "slow:200000",
  "delay:0.02",
  "wrong-length",
  "broken-gzip",
  "broken-json",
  "foreign-location",
  "stalled",
  "503",
  "500",
  "404",
  "429:1",
];

/** Runs many jobs over real sockets with every kind of fault, kills and resumes the run, then compares the run folder with the service. */
export async function soak({ jobs, faultPercent, killAfter }: SoakOptions): Promise<SoakReport> {
  const started = performance.now();
  using scripts = mkdtempDisposableSync(path.join(tmpdir(), "soak-scripts-"));
  const script = await bundleChild("reliability/soak-child.ts", scripts.path);
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), "soak-"));
  const folder = temporary.path;
  const simulator = createSimulator({
    profile: "strict",
    jobSeconds: [0.02, 0.4],
    maxRunningUnits: 100_000,
    duplicates: "allow",
    maxRequests: 100,
    faults: [
      ...faults.map((fault) => `any~${faultPercent}%=${fault}`),
      `connection~${faultPercent}%=refused`,
      `connection~${faultPercent}%=reset`,
    ],
  });
  const server = await simulator.listen();
  const files = manyFiles(jobs);
  const memory: MemorySample[][] = [];
  let kills = 0;

  /** Runs one process to its end, or kills it after `until` jobs. */
  async function runProcess(until = Infinity): Promise<void> {
    const samples: MemorySample[] = [];
    memory.push(samples);
    const input = { url: server.url, folder, files };
    const child = startChild(script, input, (line) => {
      const sample: MemorySample = JSON.parse(line);
      samples.push(sample);
      if (sample.over >= until) child.kill();
    });
    if ((await child.ended) === "SIGKILL") kills += 1;
  }

  try {
    for (const until of killAfter) await runProcess(until);
    await runProcess();
    const faultCount = simulator.faults.fired;
    // The last process finishes what the others left open while the service did not answer.
    simulator.faults.clear();
    await runProcess();
    const manifest = await readManifest(folder);
    const { endings, broken } = await account(manifest, simulator, folder);
    const seconds = (performance.now() - started) / 1000;
    const requests = simulator.requests.at(-1)?.number ?? 0;
    return { jobs, kills, requests, faults: faultCount, seconds, endings, broken, memory };
  } finally {
    await server.close();
  }
}

async function account(manifest: Manifest, simulator: Simulator, folder: string) {
  const endings: Record<string, number> = {};
  const broken: string[] = [];
  const jobs = new Map(simulator.jobs.map((job) => [job.id, job]));
  for (const job of jobs.values()) if (job.creates > 1) broken.push(`job ${job.id} was created twice`);
  // A job is known by the name of its unit. Jobs without such a name are counted by family.
  const namedJobs = [...jobs.values()].filter(({ family }) => family === "pa" || family === "quant");
  const units = namedJobs.flatMap((job) => job.units.map(({ id }) => id));
  if (new Set(units).size < units.length) broken.push("a unit was computed twice");
  for (const family of ["fi", "fiab"]) {
    const fileCount = manifest.files.filter((file) => file.family === family).length;
    const jobCount = [...jobs.values()].filter((job) => job.family === family).length;
    if (jobCount > fileCount) broken.push(`${jobCount} jobs of ${family} for ${fileCount} files`);
  }
  for (const file of manifest.files) {
    const ending = file.status === "success" ? "success" : (file.problem?.code ?? file.status);
    endings[ending] = (endings[ending] ?? 0) + 1;
    const job = file.jobId === undefined ? undefined : jobs.get(file.jobId);
    broken.push(...(await disagreements(file, job, folder)).map((text) => `${file.path} (${ending}): ${text}`));
  }
  return { endings, broken };
}

/** The differences between a file's entry and the service. */
async function disagreements(file: ManifestFile, job: JobView | undefined, folder: string): Promise<string[]> {
  const wrong: string[] = [];
  if (file.jobId !== undefined && job === undefined) wrong.push("the named job does not exist");
  if (file.status === "success" && job?.state !== "Completed") wrong.push(`the job is ${job?.state}`);
  if (file.status === "unknown" && file.problem?.code !== "ambiguous-create") wrong.push("it was left open");
  if (file.status === "canceled" || file.status === "timed-out") wrong.push("it was stopped, by nobody");
  for (const unit of file.units) {
    const reads = job?.units.find(({ id }) => id === unit.id)?.resultReads ?? 0;
    if (reads > 1) wrong.push(`${unit.id} was read twice`);
    if (unit.file !== undefined && (await whyAltered(folder, unit)) !== undefined)
      wrong.push(`${unit.id} differs from the stored bytes`);
    if (unit.status === "success" && unit.file === undefined) wrong.push(`${unit.id} has no result`);
    if (reads === 1 && unit.file === undefined && unit.status !== "lost") wrong.push(`${unit.id} vanished`);
  }
  return wrong;
}
