import { count } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { formatBytes } from "@analytics-engines/runs/host";
import { type ArtifactPlan, artifactNames, type UploadedArtifact, uploadArtifacts } from "../github/artifacts.ts";
import type { Log } from "../github/log.ts";
import { saveState } from "../github/outputs.ts";
import { planArtifacts, shardSuffix } from "./artifacts.ts";
import { DEFAULT_NAME, type RunInputs } from "./inputs.ts";

/** Stores the run folder as artifacts of the workflow run, as the inputs say, and notes for the post step that they are stored. */
export async function storeArtifacts(
  { inputs, log }: { readonly inputs: RunInputs; readonly log: Log },
  manifest: Manifest,
  report: string | undefined,
  onUploaded: (artifact: UploadedArtifact) => void = () => {},
): Promise<void> {
  const results = await planArtifacts(inputs.artifacts, inputs.artifactName, manifest, inputs.runFolder);
  // The page is stored without an archive, so that a click opens it in the browser.
  const page: ArtifactPlan[] =
    report === undefined || inputs.artifacts === "none"
      ? []
      : [{ name: reportName(inputs.artifactName, manifest), files: [report], unarchived: true }];
  const plans = [...results, ...page];
  if (plans.length > 0) {
    log.group(`Storing ${count(plans.length, "artifact")}`);
    try {
      await uploadArtifacts(plans, inputs.runFolder, {
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

/**
 * The name of the report. It contains the name that the workflow gave to the run, if any, so that the reports of a matrix differ. Its first
 * word differs from that of the other artifacts, so that a pattern such as `analytics-*` selects only run folders.
 */
function reportName(artifactName: string, { shard }: Manifest): string {
  const suffix = artifactName === DEFAULT_NAME ? "" : `-${artifactName}`;
  const [name = "report"] = artifactNames([`report${suffix}${shardSuffix(shard)}`]);
  return `${name}.html`;
}
