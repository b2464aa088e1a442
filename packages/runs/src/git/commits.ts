import { type Git, oneLine } from "./git.ts";

/** The commit that a name stands for; `undefined` where there is none. */
export async function findCommit(git: Git, name: string): Promise<string | undefined> {
  const output = await git.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  return output && oneLine(output);
}

/** The commit of the branch, tag or commit that a change goes to. The branch on the server counts before a local one of that name. */
export async function findBase(git: Git, name: string): Promise<string | undefined> {
  return (
    (await findCommit(git, `refs/remotes/origin/${name}`)) ??
    (await findCommit(git, `refs/heads/${name}`)) ??
    (await findCommit(git, name))
  );
}

/** The best common ancestor of two commits; `undefined` where the clone has none. */
export async function findMergeBase(git: Git, one: string, other: string): Promise<string | undefined> {
  const output = await git.ask(["merge-base", "--end-of-options", one, other]);
  return output && oneLine(output);
}

/** What to do where a commit is missing because the clone lacks a part of the history; empty for a clone that has all of it. */
export async function shallowHint(git: Git): Promise<string> {
  const isShallow = oneLine(await git.read(["rev-parse", "--is-shallow-repository"])) === "true";
  return isShallow ? ": the clone is shallow. Set fetch-depth: 0 in the step with actions/checkout" : "";
}
