import path from "node:path";
import {
  codeQuote,
  PROJECT_FILE,
  parseTolerance,
  pathMatcher,
  type Sentence,
  shorten,
} from "@analytics-engines/core/basics";
import { describeCheckChanges, type Project, readChecks } from "@analytics-engines/core/files";
import { placeText } from "@analytics-engines/core/parameters";
import type { Tolerance } from "@analytics-engines/core/results";
import { type ChecksOfFile, parseChecks } from "../checks/checks-files.ts";
import { makeFolders } from "../files/disk.ts";
import { createInside } from "../files/inside.ts";
import { decodeText } from "../files/open-file.ts";
import { MAX_FILE_BYTES, readCommittedText } from "../files/parameter-files.ts";
import { isChecksFile, partitionPatterns, type Selection } from "../files/select-files.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import {
  type CommittedFile,
  findBase,
  findCommit,
  findMergeBase,
  listTree,
  readContents,
  readObjects,
  shallowHint,
} from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import type { MergedRun } from "../plan/merge-shards.ts";
import { findCommittedProject } from "../project/open-project.ts";
import { UserError } from "../user-error.ts";

/** The commits of a review. All are full ids. */
export interface Commits {
  readonly head: string;
  /** The tip of the base. Tolerances and a committed earlier run are read from it, so that no change can loosen its own review. */
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
export type EarlierRun =
  | { readonly run: MergedRun; readonly source: EarlierRunSource }
  | { readonly run: undefined; readonly why: string };

/** Where an earlier run is from. `workflowRun` is the number of a run of the repository's workflow. */
type EarlierRunSource =
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
  const write = async (paths: ReadonlySet<string>) => {
    const files = listed.filter((file) => paths.has(file.path.slice(root.length)));
    // Several files can have the same content.
    const byObject = Map.groupBy(files, ({ id }) => id);
    await readObjects(git, [...byObject.keys()], MAX_RESULT_BYTES, async (id, content) => {
      if (content === undefined) return;
      for (const file of byObject.get(id) ?? []) await writeInside(target, file.path.slice(root.length), content);
    });
  };
  if (!listed.some((file) => file.path === `${root}manifest.json`)) return undefined;
  makeFolders(target);
  await write(new Set(["manifest.json"]));
  const manifest = await readManifest(target);
  await write(new Set(manifest.files.flatMap(({ units }) => units.flatMap(({ file }) => file ?? []))));
  return { folder: target, manifest, missing: [] };
}

async function writeInside(folder: string, name: string, content: Uint8Array): Promise<void> {
  await using created = await createInside(folder, name);
  await created.writeFile(content);
}

/** What a review judges by. It comes from the base, so that no change can loosen its own review. */
export interface BaseSettings {
  readonly tolerances: readonly Tolerance[];
  /** Globs of checks files. */
  readonly checks: readonly string[];
  /** The parameter files of the project, with their families by glob. */
  readonly selection: Selection;
}

/**
 * Joins what the user set with the project file of the base.
 * @param given a file of tolerances on the base, and globs of checks files
 * @throws UserError if a file of the base is missing or has errors
 */
export async function readBaseSettings(
  git: Git,
  base: string,
  given: { readonly tolerances: string | undefined; readonly checks: readonly string[] },
): Promise<BaseSettings> {
  const project = await readBaseProject(git, base);
  return {
    tolerances:
      given.tolerances === undefined
        ? (project?.tolerances ?? []).flatMap((text) => parseTolerance(text) ?? [])
        : await readTolerances(git, base, given.tolerances),
    checks: given.checks.length > 0 ? given.checks : (project?.checks ?? []),
    selection: { patterns: project?.files ?? [], families: project?.families ?? {} },
  };
}

async function readBaseProject(git: Git, base: string): Promise<Project | undefined> {
  const file = await findCommittedProject(git, base);
  if (file === undefined || file.project !== undefined) return file?.project;
  const errors = file.issues.filter(({ severity }) => severity === "error");
  throw new UserError([
    ...errors.map(({ range, message }) => `${PROJECT_FILE}:${placeText(range)} on the base: ${message}`),
    "A review reads the project file of the base. Correct it there first.",
  ]);
}

const MAX_BYTES = 1024 * 1024;

/** Reads the tolerances of a file as it is committed on the base. @throws UserError where the base has no such file, or lines of it are wrong */
export async function readTolerances(git: Git, base: string, file: string): Promise<readonly Tolerance[]> {
  const read = await readCommittedText(git, base, file, MAX_BYTES);
  if (read === undefined)
    throw new UserError(
      `Input tolerances: the base has no file ${file}. It is read from the base's commit, so that no change can loosen its own review: commit it there first.`,
    );
  if ("problem" in read) throw new UserError(`${file} on the base ${read.problem}. Correct it there first.`);
  return parseTolerances(read.text, file);
}

/** Reads lines of the form `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%`. `#` begins a comment. The first pattern that matches a column counts. */
function parseTolerances(text: string, file: string): readonly Tolerance[] {
  const problems: string[] = [];
  const tolerances = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .flatMap((line, at) => {
      if (line === "" || line.startsWith("#")) return [];
      const tolerance = parseTolerance(line);
      if (tolerance === undefined)
        problems.push(
          `${file} on the base, line ${at + 1}: expected PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL%, such as *weight*=0.01,0.5%.`,
        );
      return tolerance === undefined ? [] : [tolerance];
    });
  if (problems.length > 0) throw new UserError(problems);
  return tolerances;
}

/** The checks files of the base, by which a review judges, and what the head changes in them. */
export interface BaseChecks {
  readonly files: readonly ChecksOfFile[];
  /** A sentence for each file that the head changes, and below it one for each rule. */
  readonly changes: readonly Sentence[];
}

/**
 * Reads the checks files as they are committed on the base, so that no change can loosen what it is judged by.
 * @param patterns globs; `!` excludes
 * @throws UserError where neither commit has such a file, or one of the base cannot be read
 */
export async function readBaseChecks(
  git: Git,
  { base, head }: Pick<Commits, "base" | "head">,
  patterns: readonly string[],
): Promise<BaseChecks> {
  const { inclusions, exclusions } = partitionPatterns(patterns);
  const [included, excluded] = [inclusions.map(pathMatcher), exclusions.map(pathMatcher)];
  const select = async (commit: string) =>
    (await listTree(git, commit)).filter(
      ({ path, isFile }) =>
        isFile &&
        isChecksFile(path) &&
        included.some((matches) => matches(path)) &&
        !excluded.some((matches) => matches(path)),
    );
  const [before, after] = [await select(base), await select(head)];
  if (before.length + after.length === 0)
    throw new UserError(`Input checks: neither base nor head has a checks file that matches ${patterns.join(" ")}.`);
  const contents = await readContents(
    git,
    [...before, ...after].map(({ id }) => id),
    MAX_FILE_BYTES,
  );
  const textsOf = (files: readonly CommittedFile[]) =>
    new Map(files.map(({ path, id }) => [path, decodeText(contents.get(id) ?? noText)]));
  const [was, is] = [textsOf(before), textsOf(after)];
  const files = parseChecks(
    Array.from(was, ([path, text]) => {
      if (text === undefined)
        throw new UserError(`${path} on the base is not UTF-8 text of at most 16 MiB. Correct it there first.`);
      return { path, text };
    }),
  );
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  const changedPaths = paths.filter((path) => !was.has(path) || !is.has(path) || was.get(path) !== is.get(path));
  return { files, changes: changedPaths.map((path) => describeFile(path, was, is)) };
}

/** Stands for the bytes of a file that is too large: no UTF-8. */
const noText = Buffer.from([0xff]);

type Texts = ReadonlyMap<string, string | undefined>;

function describeFile(path: string, was: Texts, is: Texts): Sentence {
  const kind = !was.has(path) ? "added" : is.has(path) ? "changed" : "removed";
  const text = `${codeQuote(shorten(path, 200))} ${kind}`;
  const [before, after] = [was, is].map((texts) => (texts.has(path) ? readChecks(texts.get(path) ?? "") : undefined));
  if (after?.issues.some(({ severity }) => severity === "error"))
    return { text, below: [{ text: "The file has errors in the head, so its rules are not known." }] };
  return { text, below: describeCheckChanges(before?.checks ?? [], after?.checks ?? []) };
}
