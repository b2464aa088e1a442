import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runChild } from "../measure.ts";
import type { Row } from "../row.ts";

const jobs = 100_000;
const limit = 400;

/** The peak memory of a run of 100,000 jobs of one unit, with its journal, its results and its manifest. */
export async function run(): Promise<Row[]> {
  // Each job syncs four times: on a disk of memory the figure is one of memory alone.
  const memory = "/dev/shm";
  const folder = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), "many-jobs-"));
  try {
    const { mebibytes = Number.NaN } = await runChild("many-jobs.ts", [String(jobs), path.join(folder, "run")]);
    return [
      {
        name: `memory for a run of ${jobs.toLocaleString("en")} jobs`,
        value: mebibytes,
        unit: "MiB",
        reference: limit,
        ratio: mebibytes / limit,
        target: `under ${limit} MiB`,
        met: mebibytes < limit,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
