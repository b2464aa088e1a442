import { canonicalText, type FamilyId, familyOfSweep, PROJECT_FILE } from "@analytics-engines/core/basics";
import type { FixedValues, ProjectFile } from "@analytics-engines/core/files";
import type { Issue, ParameterFile, ReadOptions } from "@analytics-engines/core/parameters";
import { requireFiles } from "../files/find-files.ts";
import { sha256 } from "../files/open-file.ts";
import { checkText, committedText, MAX_FILE_BYTES, objectsOf, resultIds } from "../files/parameter-files.ts";
import type { Selection } from "../files/select-files.ts";
import {
  type CommittedFile,
  findBase,
  findCommit,
  findMergeBase,
  readContents,
  readTree,
  shallowHint,
  type Tree,
} from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { findCommittedProject, type OpenProject, openProject } from "../project/open-project.ts";
import { fixFile, joinSettings } from "../project/settings.ts";
import { checkCommittedSweep, selectCommittedFiles } from "../sweep/check-files.ts";
import { UserError } from "../user-error.ts";

/** What is to be planned. The project file of the commit says what is not set. */
interface PlanRequest extends Required<Pick<Selection, "families">> {
  /** Globs relative to git's folder; `!` excludes. Where none names files, all parameter files are meant. */
  readonly files: readonly string[];
  /** The set of the project file whose files are meant, with its dates and currency; `undefined` for no set. */
  readonly set: string | undefined;
  /** The commit to plan. */
  readonly headRef: string;
  /** The branch, tag or commit that the files are compared with; `undefined` to plan all files. */
  readonly baseRef: string | undefined;
  /** What the user calls the two commits, for messages: `Input head-ref`. */
  readonly names: { readonly head: string; readonly base: string };
}

/** The parameter files to plan. */
export interface PlanSelection {
  /** The commit that contains the files. */
  readonly commit: string;
  /** The commit that they are compared with; `undefined` where all files are planned. */
  readonly base: string | undefined;
  readonly files: readonly PlanEntry[];
  /** How many parameter files are left out, since their parameters have not changed. */
  readonly unchanged: number;
}

/** Finds and reads the parameter files to plan: all of the commit, or those whose parameters changed. @throws UserError */
export async function findPlanned(git: Git, given: PlanRequest): Promise<PlanSelection> {
  const commit = await findCommit(git, given.headRef);
  if (commit === undefined) throw await missing(git, given.names.head, given.headRef);
  const project = await findCommittedProject(git, commit);
  const { issues = [] } = project ?? {};
  const projectFiles: PlanEntry[] =
    issues.length === 0 ? [] : [{ path: PROJECT_FILE, file: PROJECT_FILE, issues, problem: undefined, job: undefined }];
  // Files that another project file would name are not looked for.
  if (project !== undefined && project.project === undefined)
    return { commit, base: undefined, files: projectFiles, unchanged: 0 };
  const open = openProject(project, given.set, `commit ${commit.slice(0, 12)}`);
  const request = withProject(given, open);
  const head = await parameterFiles(git, commit, request);
  if (given.baseRef === undefined) {
    refuseNone(head.files, request, `commit ${commit.slice(0, 12)}`);
    const files = await readFiles(git, head.files, request, head.tree);
    return { commit, base: undefined, files: [...projectFiles, ...files], unchanged: 0 };
  }
  const base = await findAncestor(git, commit, given.baseRef, given.names.base);
  const requestBefore = withProjectOfBase(given, await findCommittedProject(git, base));
  const before = requestBefore === undefined ? noFiles : await parameterFiles(git, base, requestBefore);
  refuseNone([...head.files, ...before.files], request, `commits ${commit.slice(0, 12)} and ${base.slice(0, 12)}`);
  const files = await findChanged(git, { ...head, request }, { ...before, request: requestBefore ?? request });
  const changed = new Set(files.map(({ file }) => file));
  const unchanged = head.files.filter(({ path }) => !changed.has(path)).length;
  return { commit, base, files: [...projectFiles, ...files], unchanged };
}

interface ResolvedRequest extends Pick<PlanRequest, "files" | "families"> {
  readonly unknownProperties: "error" | "warning";
  /** The dates and the currency of the set. */
  readonly fixedValues: FixedValues | undefined;
}

function withProject({ files, families, set }: PlanRequest, open: OpenProject | undefined): ResolvedRequest {
  const inputs = { files: files.length === 0 ? undefined : [...files], families: { ...families } };
  const settings = joinSettings(inputs, open, set);
  return {
    files: settings.files.value ?? [],
    families: settings.families.value,
    unknownProperties: settings.unknownProperties.value,
    fixedValues: settings.fixedValues.value,
  };
}

/** What the base planned: what its project file did not name was not run. Undefined if it had no such set. */
function withProjectOfBase(given: PlanRequest, file: ProjectFile | undefined): ResolvedRequest | undefined {
  const { project } = file ?? {};
  if (given.set !== undefined && !Object.hasOwn(project?.sets ?? {}, given.set)) return undefined;
  return withProject(given, project && openProject(file, given.set, "the base"));
}

/** The parameter files and sweeps of a commit that are meant, and all its files. */
interface Candidates {
  readonly files: readonly CommittedFile[];
  readonly tree: Tree;
}

const noFiles: Candidates = { files: [], tree: new Map() };

async function parameterFiles(
  git: Git,
  commit: string,
  { files: patterns, families }: ResolvedRequest,
): Promise<Candidates> {
  const tree = await readTree(git, commit);
  const files = await selectCommittedFiles(git, tree, { patterns, families });
  return { files: files.flatMap((file) => tree.get(file) ?? []), tree };
}

/** Refuses to plan nothing, which a misspelt glob would lead to. */
function refuseNone(candidates: readonly CommittedFile[], { files }: ResolvedRequest, where: string): void {
  requireFiles({ files: candidates.map(({ path }) => path), unmatched: [] }, files, where);
}

/**
 * The files whose canonical parameters differ from those of the file at the same path before. A file that merely moved has not changed.
 * Content that is the same object is not read, except that of sweeps, which read other files, and where the set has other values.
 */
async function findChanged(
  git: Git,
  { files: head, tree, request }: Candidates & { readonly request: ResolvedRequest },
  { files: before, tree: treeBefore, request: requestBefore }: Candidates & { readonly request: ResolvedRequest },
): Promise<readonly PlanEntry[]> {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const hasOtherValues = JSON.stringify(request.fixedValues) !== JSON.stringify(requestBefore.fixedValues);
  const touchedFiles = head.filter(
    (file) => hasOtherValues || familyOfSweep(file.path) !== undefined || !isSame(file, earlier.get(file.path)),
  );
  const paths = new Set(head.map(({ path }) => path));
  const isAdded = touchedFiles.some(({ path }) => !earlier.has(path));
  const removedFiles = isAdded ? before.filter(({ path }) => !paths.has(path)) : [];
  const replacedFiles = touchedFiles.flatMap(({ path }) => earlier.get(path) ?? []);
  const oldFiles = await readFiles(git, [...replacedFiles, ...removedFiles], requestBefore, treeBefore);
  const jobs = new Map(oldFiles.map(({ path, job }) => [path, keyOf(job)]));
  const removedKeys = new Set(removedFiles.map(({ path }) => jobs.get(path)));
  const files = await readFiles(git, touchedFiles, request, tree);
  return files.filter(({ path, job }) => {
    const key = keyOf(job);
    if (key === undefined) return true;
    return jobs.has(path) ? jobs.get(path) !== key : !removedKeys.has(key);
  });
}

function isSame(file: CommittedFile, earlier: CommittedFile | undefined): boolean {
  return earlier !== undefined && earlier.id === file.id && earlier.isFile === file.isFile;
}

/** What a file asks for; `undefined` where it cannot be run. */
function keyOf(job: PlannedJob | undefined): string | undefined {
  return job && `${job.family} ${job.parametersSha256}`;
}

async function findAncestor(git: Git, commit: string, name: string, setting: string): Promise<string> {
  const base = await findBase(git, name);
  if (base === undefined) throw await missing(git, setting, name);
  const ancestor = await findMergeBase(git, base, commit);
  if (ancestor !== undefined) return ancestor;
  throw new UserError(
    `Commit ${commit.slice(0, 12)} and ${name} have no commit in common here${(await shallowHint(git)) || ". Name a branch with the same history"}.`,
  );
}

async function missing(git: Git, setting: string, name: string): Promise<UserError> {
  const remedy = (await shallowHint(git)) || ". Name a branch, a tag or a commit of the clone";
  return new UserError(`${setting}: there is no commit ${name} here${remedy}.`);
}

/** A parameter file of a commit, a job of a sweep, or a file of a sweep with issues. */
export interface PlanEntry {
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
  tree: Tree,
): Promise<readonly PlanEntry[]> {
  const contents = await readContents(git, objectsOf(files), MAX_FILE_BYTES);
  const lists: (readonly PlanEntry[])[] = [];
  for (const file of files) {
    const read = committedText(file, contents);
    if ("problem" in read) lists.push([refused(file.path, read.problem)]);
    else if (familyOfSweep(file.path) === undefined) lists.push([readFileEntry(file.path, read.text, reading)]);
    else lists.push(await readSweepJobs(git, file.path, read.text, reading, tree));
  }
  return lists.flat();
}

function readFileEntry(path: string, text: string, reading: Reading): PlanEntry {
  const { parameters, issues, problem } = fixFile(checkText(path, text, reading), reading.fixedValues);
  if (problem !== undefined) return { ...refused(path, problem), issues };
  if (parameters?.template !== undefined)
    return { ...refused(path, "holds a template, which is not a job: exclude it from the input files"), issues };
  return { path, file: path, issues, problem: undefined, job: parameters && jobOf(parameters) };
}

/** The jobs of a sweep, after those of its files that have issues. */
async function readSweepJobs(git: Git, file: string, text: string, reading: Reading, tree: Tree): Promise<PlanEntry[]> {
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

function refused(path: string, why: string): PlanEntry {
  return { path, file: path, issues: [], problem: `${path} ${why}.`, job: undefined };
}
