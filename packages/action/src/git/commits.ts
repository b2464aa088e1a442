import { type Git, oneLine } from "./git.ts";

/** The commit that a name stands for; `undefined` where there is none. */
export async function findCommit(git: Git, name: string): Promise<string | undefined> {
  const found = await git.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  return found && oneLine(found);
}

/** The same of what a change goes to: what the branch is on GitHub counts, and not a local branch of that name. */
export async function findBase(git: Git, name: string): Promise<string | undefined> {
  return (
    (await findCommit(git, `refs/remotes/origin/${name}`)) ??
    (await findCommit(git, `refs/heads/${name}`)) ??
    (await findCommit(git, name))
  );
}

/** The best common ancestor of two commits; `undefined` where none is known here. */
export async function findMergeBase(git: Git, one: string, other: string): Promise<string | undefined> {
  const found = await git.ask(["merge-base", "--end-of-options", one, other]);
  return found && oneLine(found);
}

/** Whether the clone lacks a part of the history. */
export async function isShallow(git: Git): Promise<boolean> {
  return oneLine(await git.read(["rev-parse", "--is-shallow-repository"])) === "true";
}
