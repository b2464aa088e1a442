import { stat } from "node:fs/promises";
import path from "node:path";
import { readReadableManifest } from "@analytics-engines/runs";
import { pathFrom } from "@analytics-engines/runs/files";
import type { KnownRun } from "@analytics-engines/runs/tools";
import { findRunFolders } from "../runs-index/find-run-folders.ts";

/** The most runs that the server knows: those whose manifest was written last. Tools read the others by their path. */
const MAX_RUNS = 200;

/** The runs in a folder, newest first. A run has the path of its folder as its id. One that cannot be read is left out. */
export async function findKnownRuns(folder: string): Promise<readonly KnownRun[]> {
  const folders = await findRunFolders(folder);
  const stamped = await Promise.all(folders.map(async (one) => ({ folder: one, stamp: await stampOf(one) })));
  const newest = stamped.toSorted((one, other) => other.stamp - one.stamp).slice(0, MAX_RUNS);
  const runs: KnownRun[] = [];
  for (const one of newest) {
    const { manifest } = (await readReadableManifest(one.folder).catch(() => undefined)) ?? {};
    if (manifest === undefined) continue;
    const id = pathFrom(folder, one.folder) || ".";
    runs.push({ id, title: path.basename(one.folder), startedAt: manifest.startedAt, folder: one.folder });
  }
  return runs.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}

/** When a manifest was written, ms; 0 if it is gone. */
async function stampOf(folder: string): Promise<number> {
  return (await stat(path.join(folder, "manifest.json")).catch(() => undefined))?.mtimeMs ?? 0;
}
