import path from "node:path";
import { listInside, type Manifest, type ManifestShard } from "@analytics-engines/runs";
import { type ArtifactPlan, artifactLimit, artifactNames } from "../github/artifacts.ts";
import { Problem } from "../github/problem.ts";
import type { ArtifactMode } from "./inputs.ts";

/**
 * Which artifacts a run yields. `run`: one of the whole run folder. `file`: one a parameter file, with its results. `unit`: one a unit.
 * The last two have one more, under the name itself, with everything else of the run folder: manifest, journal, summary. Only files that
 * are found in the folder are part of them, whatever the manifest names; links are not.
 *
 * @param name How the names begin. That of a shard has its number behind it, so that no two of a plan are the same.
 * @param folder The run folder, absolute.
 */
export async function planArtifacts(
  mode: ArtifactMode,
  name: string,
  manifest: Manifest,
  folder: string,
): Promise<readonly ArtifactPlan[]> {
  if (mode === "none") return [];
  const own = `${name}${shardSuffix(manifest.shard)}`;
  const all = (await listInside(folder)).filter(({ isFile }) => isFile).map(({ file }) => file);
  const groups = mode === "run" ? [] : groupResults(mode, manifest, new Set(all));
  const grouped = new Set(groups.flatMap((group) => group.files));
  const rest = all.filter((file) => !grouped.has(file));
  const plans = [{ label: "", files: rest }, ...groups].filter((plan) => plan.files.length > 0);
  const names = artifactNames(plans.map(({ label }) => (label === "" ? own : `${own} ${label}`)));
  return plans.map(({ files }, index) => ({
    name: names[index] ?? own,
    files: files.map((listed) => path.join(folder, listed)),
  }));
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
  /** Relative to the run folder, with `/`. */
  readonly files: readonly string[];
}

function groupResults(mode: "file" | "unit", manifest: Manifest, listed: ReadonlySet<string>): Group[] {
  return manifest.files.flatMap((file) => {
    const units = file.units.map((unit) => ({
      label: `${file.path} ${unit.id}`,
      files: [unit.file, unit.info, unit.commentary, ...(unit.tables ?? []).map(({ csv }) => csv)]
        .filter((stored) => stored !== undefined)
        .filter((stored) => listed.has(stored)),
    }));
    return mode === "unit" ? units : [{ label: file.path, files: units.flatMap((unit) => unit.files) }];
  });
}
