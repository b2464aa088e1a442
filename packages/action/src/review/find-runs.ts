import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/progress";
import { type Commits, type EarlierRun, type FoundRun, readCommittedRun } from "@analytics-engines/runs/review";
import { refusal } from "../github/api.ts";
import { downloadEarlierRun, downloadRuns } from "../github/download-runs.ts";
import { findArtifacts } from "../github/find-artifacts.ts";
import type { ReviewContext } from "./context.ts";

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
    return await downloadRuns({ ...context, github }, artifacts);
  } catch (error) {
    throw refusal(error, `The artifacts of the workflow run ${run} could not be read`, "actions: read");
  }
}

/** Finds the earlier run that the inputs name. A missing one is not a failure: the first review of a repository has none. */
export async function findEarlier(context: ReviewContext, commits: Commits, branch: string): Promise<EarlierRun> {
  const { event, github, git, inputs, temporary } = context;
  const { earlier } = inputs;
  if (earlier === undefined) return { run: undefined, why: "no earlier run was asked for" };
  if (earlier.kind === "folder") {
    const { folder } = earlier;
    const run = await readCommittedRun(git, commits.base, folder, path.join(temporary, "committed"));
    return run === undefined
      ? { run, why: `there is no run in ${folder} on ${branch}` }
      : { run, source: { kind: "folder", folder } };
  }
  if (github === undefined) throw new UserError("Input github-token is required for artifacts.");
  return downloadEarlierRun({ ...context, github }, { branch, pattern: earlier.name, except: event.run.id });
}
