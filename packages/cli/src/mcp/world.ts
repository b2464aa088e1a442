import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { type FamilyId, systemClock } from "@analytics-engines/core/basics";
import { readReadableManifest } from "@analytics-engines/runs";
import { pathFrom } from "@analytics-engines/runs/files";
import { createServiceNames, excludedFolders } from "@analytics-engines/runs/lookup";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import { type KnownRun, manifestWrittenAt, type ToolService, type ToolWorld } from "@analytics-engines/runs/review";
import { readSettings } from "../project.ts";
import type { ServerConnection } from "./connection.ts";

/**
 * What the tools may read: a folder, the runs in it, and the service of a connection. Each call of a tool opens a world, which reads the
 * project file again; the names of the service are kept.
 */
export function createWorldSource(folder: string, connect: () => ServerConnection): () => ToolWorld {
  const names = createServiceNames(async () => connect().client, { clock: systemClock, onAnswer: () => undefined });
  const runs = createRunFinder(folder);
  return () => {
    const { families, unknownProperties, checks } = readSettings({}, folder);
    return {
      folders: [folder],
      reading: () => ({ families: families.value, unknownProperties: unknownProperties.value }),
      checks: () => checks.value,
      unsaved: () => undefined,
      runs,
      async service(): Promise<ToolService> {
        // Reports a missing or unusable connection before any request.
        connect();
        return { names, benchmarks: [] };
      },
      schema: loadFamilySchema,
      today: () => new Date(),
    };
  };
}

/** The JSON Schema of a family. The bundle has each as a module, which is loaded at its first use: esbuild finds them by this pattern. */
async function loadFamilySchema(family: FamilyId): Promise<unknown> {
  const { default: schema }: { readonly default: unknown } = await import(
    `../../../core/schemas/${family}.schema.json`
  );
  return schema;
}

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
function createRunFinder(folder: string): () => Promise<readonly KnownRun[]> {
  let runsByFolder = new Map<string, StampedRun>();
  return async () => {
    const folders = await findRunFolders(folder);
    const stamped = await Promise.all(
      folders.map(async (runFolder) => ({ runFolder, stamp: await manifestWrittenAt(runFolder) })),
    );
    const newest = stamped.toSorted((first, second) => second.stamp - first.stamp).slice(0, MAX_RUNS);
    const runs = new Map<string, StampedRun>();
    for (const { runFolder, stamp } of newest) {
      const before = runsByFolder.get(runFolder);
      runs.set(runFolder, before?.stamp === stamp ? before : { stamp, run: await readRun(folder, runFolder) });
    }
    runsByFolder = runs;
    return [...runs.values()]
      .flatMap(({ run }) => run ?? [])
      .toSorted((first, second) => second.startedAt.localeCompare(first.startedAt));
  };
}

async function readRun(folder: string, runFolder: string): Promise<KnownRun | undefined> {
  const { manifest } = (await readReadableManifest(runFolder).catch(() => undefined)) ?? {};
  if (manifest === undefined) return undefined;
  const id = pathFrom(folder, runFolder) || ".";
  return { id, title: path.basename(runFolder), startedAt: manifest.startedAt, folder: runFolder };
}

/** How many levels deep run folders are searched: each artifact is downloaded into its own folder. */
const MAX_DEPTH = 4;

/**
 * The run folders in a folder, or the folder itself. Links are not followed, and run folders inside a run folder are not searched.
 * @throws UserError if the folder cannot be read
 */
async function findRunFolders(folder: string, depth = MAX_DEPTH): Promise<readonly string[]> {
  const manifest = await lstat(path.join(folder, "manifest.json")).catch(() => undefined);
  if (manifest?.isFile() === true) return [folder];
  if (depth === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UserError(`${folder} cannot be read: ${systemReason(error)}. Name a folder that you can read.`);
  });
  const isSearched = (name: string) => !name.startsWith(".") && !excludedFolders.includes(name);
  const runFolders: string[] = [];
  for (const entry of entries)
    if (entry.isDirectory() && isSearched(entry.name))
      runFolders.push(...(await findRunFolders(path.join(folder, entry.name), depth - 1)));
  return runFolders;
}
