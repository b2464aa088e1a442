import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { listInside, type Manifest, type ManifestShard } from "@analytics-engines/runs";
import { formatBytes } from "@analytics-engines/runs/progress";
import { type ArtifactPlan, artifactName, type UploadedArtifact, uploadArtifacts } from "../github/artifacts.ts";
import { type Log, saveState } from "../github/step.ts";
import { DEFAULT_NAME, type RunInputs } from "./inputs.ts";

/**
 * Stores the run folder and the report as artifacts of the workflow run, unless the inputs want none, and notes for the post step that they
 * are stored. The artifact of the folder contains only files that are in it, and no links, whatever the manifest names.
 */
export async function storeArtifacts(
  { inputs, log }: { readonly inputs: RunInputs; readonly log: Log },
  { shard }: Manifest,
  report: string | undefined,
  onUploaded: (artifact: UploadedArtifact) => void = () => {},
): Promise<void> {
  if (inputs.artifacts !== "none") {
    const { runFolder } = inputs;
    const listed = (await listInside(runFolder)).filter(({ isFile }) => isFile);
    const plans: ArtifactPlan[] = [
      {
        // A shard adds its number, so that all names of a plan differ.
        name: artifactName(`${inputs.artifactName}${shardSuffix(shard)}`),
        files: listed.map(({ file }) => path.join(runFolder, file)),
      },
    ];
    // The page is stored without an archive, so that a click opens it in the browser.
    if (report !== undefined)
      plans.push({ name: reportName(inputs.artifactName, shard), files: [report], unarchived: true });
    log.group(`Storing ${count(plans.length, "artifact")}`);
    try {
      await uploadArtifacts(plans, runFolder, {
        retentionDays: inputs.retentionDays,
        onUploaded(artifact) {
          log.line(`${artifact.name}: ${formatBytes(artifact.size)}, sha256:${artifact.digest}`);
          onUploaded(artifact);
        },
      });
    } finally {
      log.endGroup();
    }
  }
  saveState("stored", "true");
}

/** The suffix of the artifacts of a shard, `-2-of-8`; empty for a run without a plan. */
function shardSuffix(shard: ManifestShard | undefined): string {
  return shard === undefined ? "" : `-${shard.index}-of-${shard.total}`;
}

/**
 * The name of the report. It contains the name that the workflow gave to the run, if any, so that the reports of a matrix differ. Its first
 * word differs from that of the other artifact, so that a pattern such as `analytics-*` selects only run folders.
 */
function reportName(nameOfRun: string, shard: ManifestShard | undefined): string {
  const suffix = nameOfRun === DEFAULT_NAME ? "" : `-${nameOfRun}`;
  return `${artifactName(`report${suffix}${shardSuffix(shard)}`)}.html`;
}
