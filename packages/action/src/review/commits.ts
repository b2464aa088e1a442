import { findBase, findCommit, findMergeBase } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { Problem } from "../github/problem.ts";
import type { PullRequest } from "./event.ts";

/** What is compared. All are full commit ids. */
export interface Commits {
  readonly head: string;
  /** The tip of the base: where tolerances and a committed baseline are read from, so that no change can loosen its own review. */
  readonly base: string;
  /** Where the head left the base: what parameters are compared with. */
  readonly mergeBase: string;
}

const deepen = "Give actions/checkout fetch-depth: 0, so that the history is there.";

/** Finds the commits in the clone. Throws a Problem that says what to fetch where one is not there. */
export async function findCommits(
  git: Git,
  { baseRef, pullRequest }: { readonly baseRef: string; readonly pullRequest: PullRequest | undefined },
): Promise<Commits> {
  const head = await findHead(git, pullRequest);
  const baseSha = pullRequest?.baseSha;
  const base = (await findBase(git, baseRef)) ?? (baseSha === undefined ? undefined : await findCommit(git, baseSha));
  if (base === undefined) throw new Problem(`The clone has no commit ${baseRef} to compare with. ${deepen}`);
  const mergeBase = await findMergeBase(git, base, head);
  if (mergeBase === undefined) throw new Problem(`${baseRef} and the head have no commit in common. ${deepen}`);
  return { head, base, mergeBase };
}

/** The head of the pull request; what is checked out for one is a merge of it that GitHub made. */
async function findHead(git: Git, pullRequest: PullRequest | undefined): Promise<string> {
  const head = await findCommit(git, pullRequest?.headSha ?? "HEAD");
  if (head !== undefined) return head;
  throw new Problem(
    pullRequest?.headSha === undefined
      ? "The clone has no commit yet."
      : `The clone has no commit ${pullRequest.headSha}, the head of the pull request. ${deepen} In a workflow that does not check it out, fetch refs/pull/NUMBER/head.`,
  );
}
