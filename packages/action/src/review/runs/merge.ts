import { constants, copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type Manifest,
  type ManifestFile,
  type ManifestShard,
  type ManifestUnit,
  wholeStatus,
} from "@analytics-engines/core/node";
import { findInside } from "@analytics-engines/core/node/read-stored";
import { count } from "../../github/format.ts";
import { Problem } from "../../github/problem.ts";
import type { MergedRun, MissingShard } from "./merged-run.ts";

/** A run folder and its manifest. */
export interface FoundRun {
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** What to call it in a sentence. */
  readonly name: string;
}

/**
 * Makes one run of the run folders of all shards: a manifest of all their files, the results in a folder a shard. A single run folder that
 * lacks no shard is left as it is.
 *
 * @param target Absolute; where the folder of several is made.
 * @throws Problem where the folders do not belong together.
 */
export async function mergeRuns(found: readonly FoundRun[], target: string): Promise<MergedRun> {
  const runs = newestOfEachShard(found);
  const missing = missingShards(runs);
  const [first] = runs;
  if (first === undefined) throw new Problem("There is no run to review.");
  if (runs.length === 1 && missing.length === 0) return { ...first, missing };
  checkTogether(runs);
  const files: ManifestFile[] = [];
  for (const [index, run] of runs.entries()) {
    const part = `shard-${run.manifest.shard?.index ?? index + 1}`;
    for (const file of run.manifest.files)
      files.push({
        ...file,
        units: await Promise.all(file.units.map((unit) => moveUnit(unit, run.folder, target, part))),
      });
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest = mergedManifest(first.manifest, runs, files, missing);
  await mkdir(target, { recursive: true });
  await writeFile(path.join(target, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder: target, manifest, missing };
}

/** A job of the workflow that was run again leaves two run folders of one shard: the later counts. */
function newestOfEachShard(found: readonly FoundRun[]): readonly FoundRun[] {
  const newest = new Map<string, FoundRun>();
  for (const run of found) {
    const { shard, startedAt } = run.manifest;
    const key = shard === undefined ? run.folder : `${shard.planSha256} ${shard.index}`;
    const earlier = newest.get(key);
    if (earlier === undefined || earlier.manifest.startedAt < startedAt) newest.set(key, run);
  }
  return [...newest.values()].sort((a, b) => (a.manifest.shard?.index ?? 0) - (b.manifest.shard?.index ?? 0));
}

function missingShards(runs: readonly FoundRun[]): readonly MissingShard[] {
  const shards = runs.map(({ manifest }) => manifest.shard).filter((shard) => shard !== undefined);
  const [first] = shards;
  if (first === undefined) return [];
  const there = new Set(shards.map(({ index }) => index));
  return Array.from({ length: first.total }, (_, at) => at + 1)
    .filter((index) => !there.has(index))
    .map((index) => ({ index, total: first.total, files: filesOf(first, index) }));
}

function filesOf(shard: ManifestShard, index: number): readonly string[] {
  return shard.files.filter((file) => file.shard === index).map((file) => file.path);
}

function checkTogether(runs: readonly FoundRun[]): void {
  const plans = new Set(runs.map(({ manifest }) => manifest.shard?.planSha256));
  if (plans.size > 1)
    throw new Problem(
      `The run folders do not belong together: ${runs.map(({ name }) => name).join(", ")} are of ${count(plans.size, "plan")}.`,
    );
  const services = new Set(runs.map(({ manifest }) => manifest.service));
  if (services.size > 1) throw new Problem(`The run folders are of several services: ${[...services].join(", ")}.`);
  const owners = new Map<string, string>();
  for (const { name, manifest } of runs) {
    for (const { path: file } of manifest.files) {
      const owner = owners.get(file);
      if (owner !== undefined) throw new Problem(`${file} is in two of the runs: ${owner} and ${name}.`);
      owners.set(file, name);
    }
  }
}

function mergedManifest(
  { version, tool, service }: Manifest,
  runs: readonly FoundRun[],
  files: readonly ManifestFile[],
  missing: readonly MissingShard[],
): Manifest {
  const manifests = runs.map(({ manifest }) => manifest);
  const ends = manifests.map(({ finishedAt }) => finishedAt).filter((end) => end !== undefined);
  const [startedAt = ""] = manifests.map((manifest) => manifest.startedAt).sort();
  const finishedAt = ends.sort().at(-1);
  return {
    version,
    tool,
    service,
    startedAt,
    ...(finishedAt !== undefined && ends.length === manifests.length && { finishedAt }),
    // Nobody knows what became of the jobs of a shard that is not there.
    status: wholeStatus([
      ...manifests.map(({ status }) => status),
      ...(missing.length > 0 ? ["unknown" as const] : []),
    ]),
    files,
  };
}

/** The unit with its files in the folder of its shard. What is missing there stays missing: whoever reads it tells. */
async function moveUnit(unit: ManifestUnit, from: string, target: string, part: string): Promise<ManifestUnit> {
  const move = async (file: string) => {
    const found = await findInside(from, file);
    if (!("reason" in found)) {
      const to = path.join(target, part, file);
      await mkdir(path.dirname(to), { recursive: true });
      await copyFile(found.file, to, constants.COPYFILE_FICLONE);
    }
    return `${part}/${file}`;
  };
  const { tables } = unit;
  return {
    ...unit,
    ...(unit.file !== undefined && { file: await move(unit.file) }),
    ...(unit.info !== undefined && { info: await move(unit.info) }),
    ...(tables !== undefined && {
      tables: await Promise.all(
        tables.map(async (table) => (table.csv === undefined ? table : { ...table, csv: await move(table.csv) })),
      ),
    }),
  };
}
