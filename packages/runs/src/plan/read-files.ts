import { canonicalText, type FamilyId } from "@analytics-engines/core/basics";
import type { FixedValues } from "@analytics-engines/core/files";
import { familyOfSweep, type Issue, type ParameterFile, type ReadOptions } from "@analytics-engines/core/parameters";
import { checkText, committedText, MAX_FILE_BYTES, objectsOf, resultIds } from "../files/parameter-files.ts";
import { sha256 } from "../files/sha256.ts";
import type { Git } from "../git/git.ts";
import { readContents } from "../git/objects.ts";
import type { CommittedFile, TreeFile } from "../git/tree.ts";
import { fixFile } from "../project/check-run-files.ts";
import { checkCommittedSweep } from "../sweep/committed-sweep.ts";

/** A parameter file of a commit, a job of a sweep, or a file of a sweep with issues. */
export interface ReadFile {
  readonly path: string;
  /** The committed file that was asked for: the parameter file or the sweep. */
  readonly file: string;
  readonly issues: readonly Issue[];
  /** Why it cannot be run although it has no issues, a sentence. */
  readonly problem: string | undefined;
  /** What it asks for; `undefined` where it cannot be run. */
  readonly job: PlannedJob | undefined;
}

export interface PlannedJob {
  readonly family: FamilyId;
  readonly parametersSha256: string;
  /** How many results it has. */
  readonly units: number;
}

interface Reading extends Pick<ReadOptions, "families" | "unknownProperties"> {
  /** The dates and the currency of a set. */
  readonly fixedValues: FixedValues | undefined;
}

/**
 * Reads parameter files and sweeps of a commit in the order given. Content that several share is read once.
 * @param tree all files of the commit by path, among which are those that sweeps read
 */
export async function readFiles(
  git: Git,
  files: readonly CommittedFile[],
  reading: Reading,
  tree: ReadonlyMap<string, TreeFile>,
): Promise<readonly ReadFile[]> {
  const contents = await readContents(git, objectsOf(files), MAX_FILE_BYTES);
  const lists: (readonly ReadFile[])[] = [];
  for (const file of files) {
    const read = committedText(file, contents);
    if ("problem" in read) lists.push([refused(file.path, read.problem)]);
    else if (familyOfSweep(file.path) === undefined) lists.push([readOne(file.path, read.text, reading)]);
    else lists.push(await readSweepJobs(git, file.path, read.text, reading, tree));
  }
  return lists.flat();
}

function readOne(path: string, text: string, reading: Reading): ReadFile {
  const { parameters, issues, problem } = fixFile(checkText(path, text, reading), reading.fixedValues);
  if (problem !== undefined) return { ...refused(path, problem), issues };
  if (parameters?.template !== undefined)
    return { ...refused(path, "holds a template, which is not a job: exclude it from the input files"), issues };
  return { path, file: path, issues, problem: undefined, job: parameters && jobOf(parameters) };
}

/** The jobs of a sweep, after those of its files that have issues. */
async function readSweepJobs(
  git: Git,
  file: string,
  text: string,
  reading: Reading,
  tree: ReadonlyMap<string, TreeFile>,
): Promise<ReadFile[]> {
  const checked = await checkCommittedSweep(git, file, text, reading, tree);
  const { sweep, problem } = fixFile(checked[0], reading.fixedValues);
  if (problem !== undefined) return [refused(file, problem)];
  const withIssues = checked.filter(({ issues }) => issues.length > 0);
  return [
    ...withIssues.map(({ path, issues }) => ({ path, file, issues, problem: undefined, job: undefined })),
    ...(sweep?.jobs ?? []).map((job) => ({ path: job.path, file, issues: [], problem: undefined, job: jobOf(job) })),
  ];
}

function jobOf(parameters: ParameterFile): PlannedJob | undefined {
  const { family } = parameters;
  if (family === undefined || parameters.request === undefined) return undefined;
  return { family, parametersSha256: sha256(canonicalText(parameters)), units: resultIds(parameters).length };
}

function refused(path: string, why: string): ReadFile {
  return { path, file: path, issues: [], problem: `${path} ${why}.`, job: undefined };
}
