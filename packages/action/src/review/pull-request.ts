import { refusal } from "../github/api.ts";
import type { ReviewContext } from "./context.ts";
import type { PullRequest } from "./event.ts";

/**
 * The pull request that the workflow runs for. A workflow on `workflow_run` has none of its own: there it is the open one whose head is that of
 * the run that triggered it, told by GitHub and not by what that run left behind.
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
    const found = data.find(({ head }) => head.sha === headSha);
    return found && { number: found.number, headSha, baseRef: found.base.ref, baseSha: found.base.sha };
  } catch (error) {
    throw refusal(error, "The pull request of the run could not be looked up", "pull-requests: read");
  }
}
