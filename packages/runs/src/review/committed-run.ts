import path from "node:path";
import { makeFolders } from "../files/disk.ts";
import { createInside } from "../files/inside.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import { findBase, findCommit, findMergeBase, listTree, readObjects, shallowHint } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import type { MergedRun } from "../plan/merge-shards.ts";
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

/** The run that numbers are compared with, or why there is none: a clause. */
export type Baseline =
  | { readonly run: MergedRun; readonly source: BaselineSource }
  | { readonly run: undefined; readonly why: string };

/** Where a baseline is from. `workflowRun` is the number of a run of the repository's workflow. */
export type BaselineSource =
  | { readonly kind: "artifact"; readonly workflowRun: number; readonly branch: string }
  | { readonly kind: "folder"; readonly folder: string };

/** The largest result that is read from a commit, bytes. */
const MAX_RESULT_BYTES = 1_000_000_000;

/**
 * Reads a run folder that is committed: writes its manifest and the results that the manifest names to a folder.
 *
 * @param folder relative to git's folder, with `/`
 * @param target absolute; made if it does not exist
 * @returns `undefined` where the commit has no such run folder
 */
export async function readCommittedRun(
  git: Git,
  commit: string,
  folder: string,
  target: string,
): Promise<MergedRun | undefined> {
  const root = path.posix.normalize(`${folder}/`).replace(/^\.\//, "");
  const listed = (await listTree(git, commit, root)).filter(({ isFile }) => isFile);
  const write = async (names: ReadonlySet<string>) => {
    const files = listed.filter((file) => names.has(file.path.slice(root.length)));
    // Several files can have the same content.
    const byObject = Map.groupBy(files, ({ id }) => id);
    await readObjects(git, [...byObject.keys()], MAX_RESULT_BYTES, async (id, content) => {
      if (content === undefined) return;
      for (const file of byObject.get(id) ?? []) {
        await using created = await createInside(target, file.path.slice(root.length));
        await created.writeFile(content);
      }
    });
  };
  if (!listed.some((file) => file.path === `${root}manifest.json`)) return undefined;
  await makeFolders(target);
  await write(new Set(["manifest.json"]));
  const manifest = await readManifest(target);
  await write(new Set(manifest.files.flatMap(({ units }) => units.flatMap(({ file }) => file ?? []))));
  return { folder: target, manifest, missing: [] };
}
