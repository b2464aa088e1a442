import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { formatBytes, UserError } from "@analytics-engines/runs/host";
import type { FoundRun } from "@analytics-engines/runs/review";
import { refusal } from "../github/api.ts";
import { downloadArtifact } from "../github/download.ts";
import { findArtifacts, type StoredArtifact } from "../github/find-artifacts.ts";
import type { ReviewContext } from "./context.ts";
import { extractRun } from "./extract-run.ts";

/** The run folders that the input `run` names. Artifacts are downloaded. */
export async function findRuns(context: ReviewContext): Promise<readonly FoundRun[]> {
  const runs: FoundRun[] = [];
  for (const source of context.inputs.runs) {
    if (source.kind === "folder") runs.push(await readFolder(context, source.folder));
    else runs.push(...(await findInWorkflow(context, source.name)));
  }
  return runs;
}

async function readFolder({ inputs }: ReviewContext, name: string): Promise<FoundRun> {
  const folder = path.resolve(inputs.workingDirectory, name);
  return { folder, manifest: await readManifest(folder), name };
}

async function findInWorkflow(context: ReviewContext, pattern: string): Promise<readonly FoundRun[]> {
  const { event, github } = context;
  const run = event.workflowRun?.id ?? event.run.id;
  if (github === undefined || run === 0)
    throw new UserError("Artifacts can be read only in a workflow run. Name a run folder in the input run.");
  try {
    const artifacts = await findArtifacts(github, run, pattern);
    if (artifacts.length === 0)
      throw new UserError(
        `The workflow run ${run} has no artifact ${pattern}, so there is nothing to review. Name one of its artifacts in the input run.`,
      );
    return await download(context, artifacts);
  } catch (error) {
    throw refusal(error, `The artifacts of the workflow run ${run} could not be read`, "actions: read");
  }
}

/** Downloads and extracts artifacts with a run folder each. */
export async function download(
  { env, github, log, temporary }: ReviewContext,
  artifacts: readonly StoredArtifact[],
): Promise<readonly FoundRun[]> {
  if (github === undefined) throw new UserError("Input github-token is required for artifacts.");
  const runs: FoundRun[] = [];
  for (const artifact of artifacts) {
    log.line(`Downloading ${artifact.name}: ${formatBytes(artifact.bytes)}`);
    const folder = path.join(temporary, `artifact-${artifact.id}`);
    const archive = `${folder}.zip`;
    await downloadArtifact(github, artifact, archive, env);
    runs.push({ folder, manifest: await extractRun(archive, folder, artifact.name), name: artifact.name });
  }
  return runs;
}
