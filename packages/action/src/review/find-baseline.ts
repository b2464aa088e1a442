import path from "node:path";
import { UserError } from "@analytics-engines/runs/host";
import { type Baseline, type Commits, mergeRuns, readCommittedRun } from "@analytics-engines/runs/review";
import { refusal } from "../github/api.ts";
import { findBaselineArtifacts } from "../github/find-artifacts.ts";
import type { ReviewContext } from "./context.ts";
import { download } from "./find-runs.ts";

/** Finds the baseline that the inputs name. A missing one is not a failure: the first review of a repository has none. */
export async function findBaseline(context: ReviewContext, commits: Commits, branch: string): Promise<Baseline> {
  const { event, github, git, inputs, temporary } = context;
  const { baseline } = inputs;
  if (baseline === undefined) return { run: undefined, why: "no baseline was asked for" };
  if (baseline.kind === "folder") {
    const { folder } = baseline;
    const run = await readCommittedRun(git, commits.base, folder, path.join(temporary, "committed"));
    return run === undefined
      ? { run, why: `there is no run in ${folder} on ${branch}` }
      : { run, source: { kind: "folder", folder } };
  }
  if (github === undefined) throw new UserError("Input github-token is required for artifacts.");
  try {
    const match = await findBaselineArtifacts(github, { branch, pattern: baseline.name, except: event.run.id });
    if (match === undefined)
      return { run: undefined, why: `no successful run of ${branch} has an artifact ${baseline.name}` };
    const runs = await download(context, match.artifacts);
    const run = await mergeRuns(runs, path.join(temporary, "baseline"));
    return { run, source: { kind: "artifact", workflowRun: match.run, branch } };
  } catch (error) {
    throw refusal(error, "The baseline could not be read", "actions: read");
  }
}
