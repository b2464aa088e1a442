import { refusal } from "../github/api.ts";
import type { ReviewContext } from "./context.ts";
import type { PullRequest } from "./event.ts";

/**
 * Finds the pull request that the workflow runs for. For a workflow on `workflow_run`, it is the open pull request with the head of the
 * triggering run. The step asks GitHub for it, since it does not trust the files of that run.
 */
export async function findPullRequest({ event, github }: ReviewContext): Promise<PullRequest | undefined> {
  const { pullRequest, workflowRun } = event;
  if (pullRequest !== undefined || workflowRun === undefined || github === undefined) return pullRequest;
  const { octokit, repository } = github;
  const { headOwner, headBranch, headSha } = workflowRun;
  try {
    const { data } = await octokit.rest.pulls.list({
      ...repository,
      state: "open",
      head: `${headOwner}:${headBranch}`,
      per_page: 100,
    });
    const match = data.find(({ head }) => head.sha === headSha);
    return match && { number: match.number, headSha, baseRef: match.base.ref, baseSha: match.base.sha };
  } catch (error) {
    throw refusal(error, "The pull request of the run could not be looked up", "pull-requests: read");
  }
}
