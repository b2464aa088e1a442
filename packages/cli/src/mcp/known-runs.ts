import { stat } from "node:fs/promises";
import path from "node:path";
import { readReadableManifest } from "@analytics-engines/runs";
import { pathFrom } from "@analytics-engines/runs/files";
import type { KnownRun } from "@analytics-engines/runs/tools";
import { findRunFolders } from "./find-run-folders.ts";

/** The most runs that the server knows: those whose manifest was written last. Tools read the others by their path. */
const MAX_RUNS = 200;

/** A run, and when its manifest was written, ms. */
interface StampedRun {
  readonly stamp: number;
  /** Absent for a manifest that cannot be read. */
  readonly run: KnownRun | undefined;
}

/**
 * Makes a function that finds the runs in a folder, newest first. A run has the path of its folder as its id. One that cannot be read is left
 * out. A manifest is read again only after it was written again.
 */
export function createRunFinder(folder: string): () => Promise<readonly KnownRun[]> {
  let runsByFolder = new Map<string, StampedRun>();
  return async () => {
    const folders = await findRunFolders(folder);
    const stamped = await Promise.all(folders.map(async (one) => ({ runFolder: one, stamp: await stampOf(one) })));
    const newest = stamped.toSorted((one, other) => other.stamp - one.stamp).slice(0, MAX_RUNS);
    const runs = new Map<string, StampedRun>();
    for (const { runFolder, stamp } of newest) {
      const before = runsByFolder.get(runFolder);
      runs.set(runFolder, before?.stamp === stamp ? before : { stamp, run: await readRun(folder, runFolder) });
    }
    runsByFolder = runs;
    return [...runs.values()]
      .flatMap(({ run }) => run ?? [])
      .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
  };
}

async function readRun(folder: string, runFolder: string): Promise<KnownRun | undefined> {
  const { manifest } = (await readReadableManifest(runFolder).catch(() => undefined)) ?? {};
  if (manifest === undefined) return undefined;
  const id = pathFrom(folder, runFolder) || ".";
  return { id, title: path.basename(runFolder), startedAt: manifest.startedAt, folder: runFolder };
}

/** When a manifest was written, ms; 0 if it is gone. */
async function stampOf(folder: string): Promise<number> {
  return (await stat(path.join(folder, "manifest.json")).catch(() => undefined))?.mtimeMs ?? 0;
}
