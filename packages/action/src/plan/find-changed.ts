import { findBase, findCommit, findMergeBase, isShallow } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { type CommittedFile, listTree } from "../git/tree.ts";
import { Problem } from "../github/problem.ts";
import type { PlanInputs } from "./inputs.ts";
import { checkFound, matchPaths } from "./match-paths.ts";
import { type Job, type ReadFile, readFiles } from "./read-files.ts";

/** The parameter files to plan, and what they were found in. */
export interface Found {
  /** The commit whose files these are. */
  readonly commit: string;
  /** Where only changes are planned: the commit that they are changes of. */
  readonly base: string | undefined;
  readonly files: readonly ReadFile[];
  /** How many parameter files are left out, since what they ask for has not changed. */
  readonly unchanged: number;
}

/** Finds and reads the parameter files to plan: all of the commit, or those that ask for something else than before. @throws Problem */
export async function findPlanned(git: Git, inputs: PlanInputs): Promise<Found> {
  const commit = await findCommit(git, inputs.headRef);
  if (commit === undefined) throw await missing(git, "head-ref", inputs.headRef);
  const head = matchPaths(await listTree(git, commit), inputs);
  if (inputs.baseRef === undefined) {
    checkFound(head, inputs, `commit ${commit.slice(0, 12)}`);
    return { commit, base: undefined, files: await readFiles(git, head, inputs), unchanged: 0 };
  }
  const base = await findAncestor(git, commit, inputs.baseRef);
  const before = matchPaths(await listTree(git, base), inputs);
  checkFound([...head, ...before], inputs, `commits ${commit.slice(0, 12)} and ${base.slice(0, 12)}`);
  const files = await findChanged(git, head, before, inputs);
  return { commit, base, files, unchanged: head.length - files.length };
}

/**
 * Files whose canonical parameters are others than those of the file of the same path before; a file that merely moved is not changed.
 * Content that is the same object is not even read.
 */
async function findChanged(
  git: Git,
  head: readonly CommittedFile[],
  before: readonly CommittedFile[],
  inputs: PlanInputs,
): Promise<readonly ReadFile[]> {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const touched = head.filter((file) => !isSame(file, earlier.get(file.path)));
  const paths = new Set(head.map(({ path }) => path));
  const isAdded = touched.some(({ path }) => !earlier.has(path));
  const gone = isAdded ? before.filter(({ path }) => !paths.has(path)) : [];
  const replaced = touched.flatMap(({ path }) => earlier.get(path) ?? []);
  const old = await readFiles(git, [...replaced, ...gone], inputs);
  const jobs = new Map(old.map(({ path, job }) => [path, keyOf(job)]));
  const moved = new Set(gone.map(({ path }) => jobs.get(path)));
  const read = await readFiles(git, touched, inputs);
  return read.filter(({ path, job }) => {
    const key = keyOf(job);
    if (key === undefined) return true;
    return earlier.has(path) ? jobs.get(path) !== key : !moved.has(key);
  });
}

function isSame(file: CommittedFile, earlier: CommittedFile | undefined): boolean {
  return earlier !== undefined && earlier.id === file.id && earlier.isFile === file.isFile;
}

/** What a file asks for; `undefined` where it cannot be run. */
function keyOf(job: Job | undefined): string | undefined {
  return job && `${job.family} ${job.parametersSha256}`;
}

async function findAncestor(git: Git, commit: string, name: string): Promise<string> {
  const base = await findBase(git, name);
  if (base === undefined) throw await missing(git, "base-ref", name);
  const ancestor = await findMergeBase(git, base, commit);
  if (ancestor !== undefined) return ancestor;
  throw new Problem(`Commit ${commit.slice(0, 12)} and ${name} have no commit in common here${await hint(git)}.`);
}

async function missing(git: Git, input: string, name: string): Promise<Problem> {
  return new Problem(`Input ${input}: there is no commit ${name} here${await hint(git)}.`);
}

async function hint(git: Git): Promise<string> {
  return (await isShallow(git)) ? ": the clone is shallow. Set fetch-depth: 0 in the step with actions/checkout" : "";
}
