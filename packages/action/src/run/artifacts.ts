import path from "node:path";
import { listInside, type Manifest, type ManifestShard, storedEntries, tableFilesOf } from "@analytics-engines/runs";
import { type ArtifactPlan, artifactNames } from "../github/artifacts.ts";
import type { ArtifactMode } from "./inputs.ts";

/**
 * Plans the artifacts of a run. The mode `run` gives one artifact with the whole run folder, `file` one for each parameter file with its
 * results, and `unit` one for each unit. The last two add one with the rest of the run folder: manifest, journal, summary. Artifacts
 * contain only files that are in the folder, whatever the manifest names, and no links.
 *
 * @param name the beginning of the names. A shard adds its number, so that all names of a plan differ.
 * @param folder the run folder; absolute
 */
export async function planArtifacts(
  mode: ArtifactMode,
  name: string,
  manifest: Manifest,
  folder: string,
): Promise<readonly ArtifactPlan[]> {
  if (mode === "none") return [];
  const baseName = `${name}${shardSuffix(manifest.shard)}`;
  const all = (await listInside(folder)).filter(({ isFile }) => isFile).map(({ file }) => file);
  const groups = mode === "run" ? [] : groupResults(mode, manifest, new Set(all));
  const grouped = new Set(groups.flatMap((group) => group.files));
  const rest = all.filter((file) => !grouped.has(file));
  const plans = [{ label: "", files: rest }, ...groups].filter((plan) => plan.files.length > 0);
  const names = artifactNames(plans.map(({ label }) => (label === "" ? baseName : `${baseName} ${label}`)));
  return plans.map(({ files }, index) => ({
    name: names[index] ?? baseName,
    files: files.map((listed) => path.join(folder, listed)),
  }));
}

/** The suffix of the artifacts of a shard, `-2-of-8`; empty for a run without a plan. */
export function shardSuffix(shard: ManifestShard | undefined): string {
  return shard === undefined ? "" : `-${shard.index}-of-${shard.total}`;
}

/** The results by the artifact to which they belong. Files are relative to the run folder, with `/`. */
function groupResults(mode: "file" | "unit", manifest: Manifest, listed: ReadonlySet<string>) {
  return manifest.files.flatMap((file) => {
    const units = file.units.map((unit) => ({
      label: `${file.path} ${unit.id}`,
      files: [...storedEntries(unit).map((entry) => entry.file), ...tableFilesOf(unit)].filter((stored) =>
        listed.has(stored),
      ),
    }));
    return mode === "unit" ? units : [{ label: file.path, files: units.flatMap((unit) => unit.files) }];
  });
}
