import { Problem } from "../github/problem.ts";
import type { CommittedFile, Repository } from "./git.ts";
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
export async function findPlanned(repository: Repository, inputs: PlanInputs): Promise<Found> {
  const commit = await repository.resolve(inputs.headRef);
  if (commit === undefined) throw await missing(repository, "head-ref", inputs.headRef);
  const head = matchPaths(await repository.list(commit), inputs);
  if (inputs.baseRef === undefined) {
    checkFound(head, inputs, `commit ${commit.slice(0, 12)}`);
    return { commit, base: undefined, files: await readFiles(repository, head, inputs.families), unchanged: 0 };
  }
  const base = await findBase(repository, commit, inputs.baseRef);
  const before = matchPaths(await repository.list(base), inputs);
  checkFound([...head, ...before], inputs, `commits ${commit.slice(0, 12)} and ${base.slice(0, 12)}`);
  const files = await findChanged(repository, head, before, inputs);
  return { commit, base, files, unchanged: head.length - files.length };
}

/**
 * Files whose canonical parameters are others than those of the file of the same path before; a file that merely moved is not changed.
 * Content that is the same object is not even read.
 */
async function findChanged(
  repository: Repository,
  head: readonly CommittedFile[],
  before: readonly CommittedFile[],
  { families }: PlanInputs,
): Promise<readonly ReadFile[]> {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const touched = head.filter((file) => !isSame(file, earlier.get(file.path)));
  const paths = new Set(head.map(({ path }) => path));
  const isAdded = touched.some(({ path }) => !earlier.has(path));
  const gone = isAdded ? before.filter(({ path }) => !paths.has(path)) : [];
  const replaced = touched.flatMap(({ path }) => earlier.get(path) ?? []);
  const old = await readFiles(repository, [...replaced, ...gone], families);
  const jobs = new Map(old.map(({ path, job }) => [path, keyOf(job)]));
  const moved = new Set(gone.map(({ path }) => jobs.get(path)));
  const read = await readFiles(repository, touched, families);
  return read.filter(({ path, job }) => {
    const key = keyOf(job);
    if (key === undefined) return true;
    return earlier.has(path) ? jobs.get(path) !== key : !moved.has(key);
  });
}

function isSame(file: CommittedFile, earlier: CommittedFile | undefined): boolean {
  return earlier !== undefined && earlier.object === file.object && earlier.isLink === file.isLink;
}

/** What a file asks for; `undefined` where it cannot be run. */
function keyOf(job: Job | undefined): string | undefined {
  return job && `${job.family} ${job.parametersSha256}`;
}

async function findBase(repository: Repository, commit: string, name: string): Promise<string> {
  // What the branch is on GitHub counts, and not a local branch of that name.
  const base = (await repository.resolve(`refs/remotes/origin/${name}`)) ?? (await repository.resolve(name));
  if (base === undefined) throw await missing(repository, "base-ref", name);
  const ancestor = await repository.mergeBase(base, commit);
  if (ancestor !== undefined) return ancestor;
  throw new Problem(
    `Commit ${commit.slice(0, 12)} and ${name} have no commit in common here${await hint(repository)}.`,
  );
}

async function missing(repository: Repository, input: string, name: string): Promise<Problem> {
  return new Problem(`Input ${input}: there is no commit ${name} here${await hint(repository)}.`);
}

async function hint(repository: Repository): Promise<string> {
  return (await repository.isShallow())
    ? ": the clone is shallow. Set fetch-depth: 0 in the step with actions/checkout"
    : "";
}
