import { count } from "@analytics-engines/core/basics";
import { makeFolders } from "../files/disk.ts";
import { copyInside } from "../files/find-inside.ts";
import type { Manifest, ManifestFile, ManifestTable, ManifestUnit, MissingShard } from "../folder/manifest/manifest.ts";
import { writeManifest } from "../folder/manifest/write-manifest.ts";
import { commentaryFileOf } from "../folder/results/read-commentary.ts";
import { commonHead, type FoundRun, findMissingShards } from "../plan/merge-shards.ts";
import { UserError } from "../user-error.ts";

/** One run: a run folder, or the run folders of all shards merged. */
export interface MergedRun {
  /** What the files of the manifest are relative to; absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly missing: readonly MissingShard[];
}

/**
 * Merges the run folders of all shards: one manifest of all their files, and the results of each shard in a folder of its own. A single run
 * folder without a missing shard is used as it is.
 *
 * @param target where the merged folder is made; absolute
 * @throws UserError where the run folders do not belong together
 */
export async function mergeRuns(candidates: readonly FoundRun[], target: string): Promise<MergedRun> {
  const runs = newestOfEachShard(candidates);
  const missing = findMissingShards(runs);
  const [first] = runs;
  if (first === undefined)
    throw new UserError("There is no run to review. Name a run folder or an artifact in the input run.");
  if (runs.length === 1 && missing.length === 0) return { ...first, missing: first.manifest.missing ?? [] };
  checkTogether(runs);
  await makeFolders(target);
  const files: ManifestFile[] = [];
  for (const [index, run] of runs.entries()) {
    const part = `shard-${run.manifest.shard?.index ?? index + 1}`;
    const copied = new Set<string>();
    const copy = async (file: string) => {
      // A manifest can name a file twice.
      if (!copied.has(file)) await copyInside(run.folder, file, target, `${part}/${file}`);
      copied.add(file);
      return `${part}/${file}`;
    };
    for (const file of run.manifest.files) {
      const units: ManifestUnit[] = [];
      for (const unit of file.units) units.push(await copyUnit(unit, copy));
      files.push({ ...file, units });
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifests = runs.map((run) => run.manifest);
  const manifest: Manifest = {
    ...(commonHead(manifests, missing.length > 0) ?? first.manifest),
    ...(missing.length > 0 && { missing }),
    files,
  };
  await writeManifest(target, manifest);
  return { folder: target, manifest, missing };
}

/** Keeps the later of two run folders of one shard: a job of the workflow that ran again leaves both. */
function newestOfEachShard(candidates: readonly FoundRun[]): readonly FoundRun[] {
  const newest = new Map<string, FoundRun>();
  for (const run of candidates) {
    const { shard, startedAt } = run.manifest;
    const key = shard === undefined ? run.folder : `${shard.planSha256} ${shard.index}`;
    const earlier = newest.get(key);
    if (earlier === undefined || earlier.manifest.startedAt < startedAt) newest.set(key, run);
  }
  return [...newest.values()].sort((a, b) => (a.manifest.shard?.index ?? 0) - (b.manifest.shard?.index ?? 0));
}

function checkTogether(runs: readonly FoundRun[]): void {
  const plans = new Set(runs.map(({ manifest }) => manifest.shard?.planSha256));
  if (plans.size > 1)
    throw new UserError(
      `The run folders do not belong together: ${runs.map(({ name }) => name).join(", ")} are of ${count(plans.size, "plan")}. Name only those of one plan.`,
    );
  const services = new Set(runs.map(({ manifest }) => manifest.service));
  if (services.size > 1)
    throw new UserError(
      `The run folders are of several services: ${[...services].join(", ")}. Name only those of one service.`,
    );
  const owners = new Map<string, string>();
  for (const { name, manifest } of runs) {
    for (const { path: file } of manifest.files) {
      const owner = owners.get(file);
      if (owner !== undefined)
        throw new UserError(`${file} is in two of the runs: ${owner} and ${name}. Name only one of them.`);
      owners.set(file, name);
    }
  }
}

/** The unit with its files copied to the folder of its shard. A missing file stays missing; its reader reports that. */
async function copyUnit(unit: ManifestUnit, copy: (file: string) => Promise<string>): Promise<ManifestUnit> {
  const { file, info, tables = [] } = unit;
  const copiedTables: ManifestTable[] = [];
  for (const table of tables) {
    const { csv, parquet } = table;
    copiedTables.push({
      ...table,
      ...(csv !== undefined && { csv: await copy(csv) }),
      ...(parquet !== undefined && { parquet: await copy(parquet) }),
    });
  }
  if (file !== undefined) await copy(commentaryFileOf(file));
  return {
    ...unit,
    ...(file !== undefined && { file: await copy(file) }),
    ...(info !== undefined && { info: await copy(info) }),
    ...(unit.tables !== undefined && { tables: copiedTables }),
  };
}
