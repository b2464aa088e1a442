import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Manifest, ManifestShard } from "@analytics-engines/core/node";
import { type ArtifactPlan, artifactLimit, artifactNames } from "../github/artifacts.ts";
import { Problem } from "../github/problem.ts";
import type { ArtifactMode } from "./inputs.ts";

/**
 * Which artifacts a run yields. `run`: one of the whole run folder. `file`: one a parameter file, with its results. `unit`: one a unit.
 * The last two have one more, under the name itself, with everything else of the run folder: manifest, journal, summary.
 *
 * @param name How the names begin. That of a shard has its number behind it, so that no two of a plan are the same.
 * @param folder The run folder, absolute.
 */
export function planArtifacts(
  mode: ArtifactMode,
  name: string,
  manifest: Manifest,
  folder: string,
): readonly ArtifactPlan[] {
  const own = `${name}${shardSuffix(manifest.shard)}`;
  const all = listFiles(folder);
  const groups = mode === "none" ? [] : mode === "run" ? [] : groupResults(mode, manifest, folder);
  const grouped = new Set(groups.flatMap((group) => group.files));
  const rest = all.filter((file) => !grouped.has(file));
  const plans = mode === "none" ? [] : [{ label: "", files: rest }, ...groups].filter((plan) => plan.files.length > 0);
  const names = artifactNames(plans.map(({ label }) => (label === "" ? own : `${own} ${label}`)));
  return plans.map(({ files }, index) => ({ name: names[index] ?? own, files }));
}

/** What stands behind the names of a shard's artifacts: `-2-of-8`; nothing for a run of its own. */
export function shardSuffix(shard: ManifestShard | undefined): string {
  return shard === undefined ? "" : `-${shard.index}-of-${shard.total}`;
}

/** Refuses, before anything is computed, a run that would yield more artifacts than GitHub keeps of a job. */
export function checkArtifactCount(mode: ArtifactMode, files: number, units: number): void {
  const wanted = mode === "file" ? files + 1 : mode === "unit" ? units + 1 : 0;
  if (wanted <= artifactLimit) return;
  throw new Problem(
    `artifacts: ${mode} would yield ${wanted} artifacts, and GitHub keeps ${artifactLimit} of a job. Use artifacts: ${mode === "unit" ? "file or run" : "run"}.`,
  );
}

interface Group {
  readonly label: string;
  readonly files: readonly string[];
}

function groupResults(mode: "file" | "unit", manifest: Manifest, folder: string): Group[] {
  return manifest.files.flatMap((file) => {
    const units = file.units.map((unit) => ({
      label: `${file.path} ${unit.id}`,
      files: [unit.file, unit.info, ...(unit.tables ?? []).map(({ csv }) => csv)]
        .filter((stored) => stored !== undefined)
        .map((stored) => path.join(folder, stored))
        .filter((stored) => existsSync(stored)),
    }));
    return mode === "unit" ? units : [{ label: file.path, files: units.flatMap((unit) => unit.files) }];
  });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
