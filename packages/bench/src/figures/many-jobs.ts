import { existsSync } from "node:fs";
import path from "node:path";
import { benchFolder, runChild } from "../measure.ts";
import { type Row, under } from "../report/rows.ts";

const JOBS = 100_000;

/** The peak memory of a run of 100,000 jobs of one unit, with its journal, its results and its manifest. */
export async function measureManyJobs(): Promise<Row[]> {
  // Each job syncs four times. On a disk in memory, disks do not count.
  const memory = "/dev/shm";
  using folder = benchFolder("many-jobs", existsSync(memory) ? memory : undefined);
  const { mebibytes } = await runChild("many-jobs.ts", [String(JOBS), path.join(folder.path, "run")]);
  return [under(`memory for a run of ${JOBS.toLocaleString("en")} jobs`, mebibytes, "MiB", 400)];
}
