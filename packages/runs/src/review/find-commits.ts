import { findBase, findCommit, findMergeBase, shallowHint } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { UserError } from "../user-error.ts";

/** The commits of a review. All are full ids. */
export interface Commits {
  readonly head: string;
  /** The tip of the base. Tolerances and a committed baseline are read from it, so that no change can loosen its own review. */
  readonly base: string;
  /** Where the head left the base. Parameters are compared with it. */
  readonly mergeBase: string;
}

/** What a user calls the commits: branches, tags or ids. */
interface CommitNames {
  readonly base: string;
  /** Counts where the clone does not have the base. */
  readonly otherBase?: string | undefined;
  readonly head: string;
  /** What to do where a clone with all of its history lacks a commit: a sentence without its end. */
  readonly advice?: string;
}

/** Finds the commits in the clone. @throws UserError, which says what to do, where the clone lacks one */
export async function findCommits(
  git: Git,
  { base: baseName, otherBase = baseName, head: headName, advice = "Name a branch, a tag or a commit" }: CommitNames,
): Promise<Commits> {
  const base = (await findBase(git, baseName)) ?? (await findCommit(git, otherBase));
  const head = await findCommit(git, headName);
  if (base === undefined || head === undefined) {
    const name = base === undefined ? baseName : headName;
    throw new UserError(`There is no commit ${name} here${(await shallowHint(git)) || `. ${advice}`}.`);
  }
  const mergeBase = await findMergeBase(git, base, head);
  if (mergeBase === undefined)
    throw new UserError(`${baseName} and ${headName} have no commit in common here${await shallowHint(git)}.`);
  return { head, base, mergeBase };
}
