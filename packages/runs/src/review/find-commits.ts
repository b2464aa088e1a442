import { findBase, findCommit, findMergeBase } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { UserError } from "../user-error.ts";

/** The pull request that is reviewed. */
export interface ReviewedChange {
  readonly headSha: string;
  readonly baseSha: string | undefined;
}

/** The commits of a review. All are full ids. */
export interface Commits {
  readonly head: string;
  /** The tip of the base. Tolerances and a committed baseline are read from it, so that no change can loosen its own review. */
  readonly base: string;
  /** Where the head left the base. Parameters are compared with it. */
  readonly mergeBase: string;
}

const deepen = "Give actions/checkout fetch-depth: 0, so that the history is there.";

/** Finds the commits in the clone. @throws UserError, which says what to fetch, where the clone lacks one */
export async function findCommits(
  git: Git,
  { baseRef, pullRequest }: { readonly baseRef: string; readonly pullRequest: ReviewedChange | undefined },
): Promise<Commits> {
  const head = await findHead(git, pullRequest);
  const baseSha = pullRequest?.baseSha;
  const base = (await findBase(git, baseRef)) ?? (baseSha === undefined ? undefined : await findCommit(git, baseSha));
  if (base === undefined) throw new UserError(`The clone has no commit ${baseRef} to compare with. ${deepen}`);
  const mergeBase = await findMergeBase(git, base, head);
  if (mergeBase === undefined) throw new UserError(`${baseRef} and the head have no commit in common. ${deepen}`);
  return { head, base, mergeBase };
}

/** The head of the pull request. What is checked out for a pull request is a merge that GitHub made of it. */
async function findHead(git: Git, pullRequest: ReviewedChange | undefined): Promise<string> {
  const head = await findCommit(git, pullRequest?.headSha ?? "HEAD");
  if (head !== undefined) return head;
  throw new UserError(
    pullRequest?.headSha === undefined
      ? "The clone has no commit yet. Commit the parameter files first."
      : `The clone has no commit ${pullRequest.headSha}, the head of the pull request. ${deepen} In a workflow that does not check it out, fetch refs/pull/NUMBER/head.`,
  );
}
