import { Problem } from "../../github/problem.ts";
import type { PullRequest } from "../event.ts";
import type { Git } from "./git.ts";

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
  const names = [`refs/remotes/origin/${baseRef}`, `refs/heads/${baseRef}`, baseRef];
  const base = await firstCommit(git, pullRequest?.baseSha === undefined ? names : [...names, pullRequest.baseSha]);
  if (base === undefined) throw new Problem(`The clone has no commit ${baseRef} to compare with. ${deepen}`);
  const mergeBase = await git.ask(["merge-base", base, head]);
  if (mergeBase === undefined) throw new Problem(`${baseRef} and the head have no commit in common. ${deepen}`);
  return { head, base, mergeBase: mergeBase.toString().trim() };
}

/** The head of the pull request; what is checked out for one is a merge of it that GitHub made. */
async function findHead(git: Git, pullRequest: PullRequest | undefined): Promise<string> {
  const head = await firstCommit(git, [pullRequest?.headSha ?? "HEAD"]);
  if (head !== undefined) return head;
  throw new Problem(
    pullRequest?.headSha === undefined
      ? "The clone has no commit yet."
      : `The clone has no commit ${pullRequest.headSha}, the head of the pull request. ${deepen} In a workflow that does not check it out, fetch refs/pull/NUMBER/head.`,
  );
}

async function firstCommit(git: Git, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await git.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    const commit = found?.toString().trim().split("\n").at(-1);
    if (commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  }
  return undefined;
}
