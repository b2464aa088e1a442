import { existsSync } from "node:fs";
import path from "node:path";
import { canonicalText, familyOfSweep, PROJECT_FILE, sweepOfJob } from "@analytics-engines/core/basics";
import { listSweepFiles, readProject, readSweep, type SweepFile, type SweepJob } from "@analytics-engines/core/files";
import type { ParameterFile, ReadOptions } from "@analytics-engines/core/parameters";
import { checkChecksText, listSweeps, type SweepFolder } from "../checks/row-limits.ts";
import { type NamingRules, projectRoot, rootOf } from "../files/confine.ts";
import { realName } from "../files/disk-names.ts";
import { sha256, textDigest } from "../files/open-file.ts";
import {
  type CheckedFile,
  type CheckedSweep,
  checkFile,
  checkText,
  committedText,
  MAX_FILE_BYTES,
  objectsOf,
  readConfined,
} from "../files/parameter-files.ts";
import { isChecksFile, type Selection, selectFiles, withoutSweepFiles } from "../files/select-files.ts";
import type { RunFile, SourceDigest } from "../folder/run-options.ts";
import { readContents, type TreeFile } from "../git/commits.ts";
import type { Git } from "../git/git.ts";

/** How files are checked. */
interface FileCheckOptions extends NamingRules {
  readonly reading?: ReadOptions | ((name: string) => ReadOptions);
  /** The largest file that is read, bytes. */
  readonly maxBytes?: number;
  /** Whether the names are those of jobs, as a manifest or a plan has them: then a sweep gives only the jobs that are named. */
  readonly areJobs?: boolean;
  /** Whether checks files and the project file may be among the names. */
  readonly isOfAnyKind?: boolean;
}

/**
 * Reads and checks parameter files, sweeps and, if they may be among the names, checks files and the project file. A sweep is followed by those
 * of its files that have issues. Never throws for what a file is or holds.
 *
 * @param folder what the names are relative to; absolute
 */
export async function checkFiles(
  folder: string,
  fileNames: readonly string[],
  { reading = {}, areJobs = false, isOfAnyKind = false, maxBytes, isTyped, root }: FileCheckOptions = {},
): Promise<CheckedFile[]> {
  const naming: NamingRules = { root: root ?? projectRoot(folder), isTyped };
  const jobs = new Set(fileNames);
  const sweeps = new Set<string>();
  const checked: CheckedFile[] = [];
  for (const name of fileNames) {
    const readingOf = typeof reading === "function" ? reading(name) : reading;
    const sweep = findSweep(folder, name);
    const rules = { root: rootOf(folder, name, naming), maxBytes };
    if (isOfAnyKind && (isChecksFile(name) || isProjectFile(name))) {
      const read = (file: string) => readConfined(folder, file, rules.root, maxBytes);
      const project = { read, listSweeps: () => listSweeps(folder, naming) };
      checked.push(...(await checkAnyFile(name, readingOf, project)));
    } else if (sweep === undefined) checked.push(checkFile(folder, name, readingOf, rules));
    else if (!sweeps.has(sweep)) {
      sweeps.add(sweep);
      const hasName = (job: string) => jobs.has(job) || (!areJobs && jobs.has(sweep));
      checked.push(...checkSweep(folder, sweep, readingOf, rules, hasName));
    }
  }
  return createRepetitionFilter()(checked);
}

/**
 * Makes a function that leaves out the issues of a file of a sweep that another sweep has reported: several sweeps may read one CSV file, whose
 * mistake is one. It remembers the files of earlier calls.
 */
export function createRepetitionFilter() {
  const reported = new Set<string>();
  return <File extends CheckedFile>(files: readonly File[]): File[] =>
    files.flatMap((file) => {
      // A file of a sweep is neither a parameter file nor a sweep, and it was read.
      if (file.parameters !== undefined || file.sweep !== undefined || file.problem !== undefined) return [file];
      const issues = file.issues.filter(({ code, message, range }) => {
        const key = JSON.stringify([file.path, code, message, range.start.offset]);
        const isNew = !reported.has(key);
        reported.add(key);
        return isNew;
      });
      if (issues.length === file.issues.length) return [file];
      return issues.length === 0 ? [] : [{ ...file, issues }];
    });
}

/**
 * Checks a file of a project, of any kind: its name says which. Every command and tool that checks a file decides so.
 * @param project the text of the file, and of each file that it needs: that a sweep names, or whose rows have limits of checks
 * @returns the file; a sweep is followed by those of its files that have issues, and so is a checks file
 */
export async function checkAnyFile(
  name: string,
  reading: ReadOptions,
  project: SweepFolder<SweepFile>,
): Promise<CheckedFiles> {
  const { read } = project;
  const file = read(name);
  if ("problem" in file) return [withoutText(name, file.problem)];
  const { text } = file;
  const checked = { path: name, text, parameters: undefined, problem: undefined };
  if (isChecksFile(name)) return checkChecksText(name, text, project);
  if (isProjectFile(name)) return [{ ...checked, issues: readProject(text).issues }];
  if (familyOfSweep(name) === undefined) return [checkText(name, text, reading)];
  const files = new Map(listSweepFiles(text, name).map((inner) => [inner, read(inner)]));
  return checkSweepTexts(name, text, files, reading);
}

function isProjectFile(name: string): boolean {
  return path.posix.basename(name) === PROJECT_FILE;
}

function withoutText(name: string, problem: string): CheckedFile {
  return { path: name, text: "", parameters: undefined, issues: [], problem };
}

/** The sweep that a name means: itself, or that of a job. */
export function findSweep(folder: string, name: string): string | undefined {
  if (familyOfSweep(name) !== undefined) return name;
  return existsSync(path.resolve(folder, name)) ? undefined : sweepOfJob(name);
}

/** The parameters of all files and of all jobs of sweeps, by the paths that name them in a run. */
export function parametersByPath(files: readonly CheckedFile[]): ReadonlyMap<string, ParameterFile> {
  return new Map(
    files.flatMap(({ path: name, parameters, sweep }): (readonly [string, ParameterFile])[] => {
      if (sweep !== undefined) return sweep.jobs.map((job) => [job.path, job]);
      return parameters === undefined ? [] : [[name, parameters]];
    }),
  );
}

/** A sweep, and those of its files that have issues. */
type CheckedFiles = readonly [CheckedFile, ...CheckedFile[]];

/**
 * Reads and checks a sweep with the files that it names: see `checkFiles`.
 * @param rules.root the folder that neither may lie outside of
 */
export function checkSweep(
  folder: string,
  name: string,
  reading: ReadOptions,
  rules: { readonly root: string; readonly maxBytes?: number | undefined },
  hasName: (job: string) => boolean,
): CheckedFiles {
  const readFile = (file: string) => readConfined(folder, file, rules.root, rules.maxBytes);
  const read = readFile(name);
  if ("problem" in read) return [withoutText(name, read.problem)];
  const files = new Map(listSweepFiles(read.text, name).map((file): [string, SweepFile] => [file, readFile(file)]));
  return checkSweepTexts(name, read.text, files, reading, hasName);
}

/** Checks a sweep whose files have been read. */
export function checkSweepTexts(
  name: string,
  text: string,
  files: ReadonlyMap<string, SweepFile>,
  { unknownProperties, hintAbsoluteDates }: ReadOptions,
  hasName: (job: string) => boolean = () => true,
): CheckedFiles {
  const { jobs, sources } = readSweep(text, name, { files, unknownProperties, hintAbsoluteDates });
  const [first, ...others] = sources.map(({ path, text: content, issues }) => {
    return { path, text: content, issues, parameters: undefined, problem: undefined };
  });
  const sweep = {
    jobs: jobs.filter((job) => hasName(job.path)),
    sources: digestSources(name, text, files),
  };
  const checked = { path: name, text, parameters: undefined, problem: undefined, issues: first?.issues ?? [], sweep };
  return [checked, ...others.filter(({ issues }) => issues.length > 0)];
}

function digestSources(name: string, text: string, files: ReadonlyMap<string, SweepFile>): readonly SourceDigest[] {
  const digests = [...files].flatMap(([path, file]) => ("text" in file ? { path, sha256: textDigest(file.text) } : []));
  return [{ path: name, sha256: textDigest(text) }, ...digests];
}

/** The digest of a sweep: of the digests of its files. */
function digestOfSources(sources: readonly SourceDigest[]): string {
  return sha256(JSON.stringify(sources.map((source) => source.sha256)));
}

/**
 * Checks a sweep of a commit with the files that it names.
 * @param tree all files of the commit by path
 */
export async function checkCommittedSweep(
  git: Git,
  file: string,
  text: string,
  reading: ReadOptions,
  tree: ReadonlyMap<string, TreeFile>,
): Promise<CheckedFiles> {
  return checkSweepTexts(file, text, await readCommittedFiles(git, file, text, tree), reading);
}

/** The paths of the parameter files and sweeps of a commit that are meant, as `findFiles` finds those of a folder. */
export async function selectCommittedFiles(
  git: Git,
  tree: ReadonlyMap<string, TreeFile>,
  selection: Selection,
): Promise<readonly string[]> {
  const { files } = selectFiles([...tree.keys()], selection);
  const sweeps = [...tree].filter(([file]) => familyOfSweep(file) !== undefined);
  const contents = await readContents(git, objectsOf(sweeps.map(([, file]) => file)), MAX_FILE_BYTES);
  const readText = (sweep: string) => {
    const read = committedText(tree.get(sweep), contents);
    return "text" in read ? read.text : undefined;
  };
  const listNamed = () => sweeps.flatMap(([sweep]) => listSweepFiles(readText(sweep) ?? "", sweep));
  return withoutSweepFiles(files, selection, listNamed);
}

/** The digest that a run of a sweep of a commit records. Its rows are not checked. @param tree all files of the commit by path */
export async function digestCommittedSweep(
  git: Git,
  file: string,
  text: string,
  tree: ReadonlyMap<string, TreeFile>,
): Promise<string> {
  return digestOfSources(digestSources(file, text, await readCommittedFiles(git, file, text, tree)));
}

/** The files that a sweep of a commit names, by path. */
async function readCommittedFiles(
  git: Git,
  file: string,
  text: string,
  tree: ReadonlyMap<string, TreeFile>,
): Promise<ReadonlyMap<string, SweepFile>> {
  const fileNames = listSweepFiles(text, file);
  const contents = await readContents(
    git,
    objectsOf(fileNames.flatMap((name) => tree.get(name) ?? [])),
    MAX_FILE_BYTES,
  );
  return new Map(fileNames.map((name) => [name, committedText(tree.get(name), contents)]));
}

/**
 * The checked files and jobs of sweeps that can be run, with digests; and what is wrong with the others as a whole, a sentence each. Files with
 * errors are in neither list.
 *
 * @param folder what their paths are relative to; absolute
 */
export function toRunFiles(
  files: readonly CheckedFile[],
  folder: string,
): { readonly ready: readonly RunFile[]; readonly problems: readonly string[] } {
  const ready: RunFile[] = [];
  const problems: string[] = [];
  const nameByTarget = new Map<string, string>();
  for (const { path: name, text, parameters, problem, sweep } of files) {
    if (problem !== undefined) {
      problems.push(`${name} ${problem}.`);
      continue;
    }
    // A file that a sweep reads.
    if (parameters === undefined && sweep === undefined) continue;
    if (parameters?.template !== undefined)
      problems.push(`${name} holds a template, which is not a job: leave it out.`);
    const target = realName(path.resolve(folder, name));
    const earlierName = nameByTarget.get(target);
    if (earlierName !== undefined)
      problems.push(`${name} and ${earlierName} are the same file: its jobs would be computed twice. Leave one out.`);
    nameByTarget.set(target, name);
    if (sweep !== undefined) for (const job of sweep.jobs) ready.push(sweepRunFile(name, job, sweep));
    const { family, request } = parameters ?? {};
    if (parameters === undefined || family === undefined || request === undefined) continue;
    ready.push({
      path: name,
      family,
      request,
      sha256: textDigest(text),
      parametersSha256: sha256(canonicalText(parameters)),
    });
  }
  return { ready, problems };
}

/** A job of a sweep, ready to run. @param sweep the path of the sweep */
export function sweepRunFile(sweep: string, job: SweepJob, { sources }: CheckedSweep): RunFile {
  return {
    path: job.path,
    family: job.family,
    // Made when it is sent: see `SweepJob`.
    get request() {
      return job.request;
    },
    sha256: digestOfSources(sources),
    parametersSha256: sha256(canonicalText(job)),
    sources,
    rowOf(unit) {
      const { id, file, line } = job.rowOf(Math.max(0, job.units.indexOf(unit)));
      return { sweep, row: id, file, line };
    },
  };
}
