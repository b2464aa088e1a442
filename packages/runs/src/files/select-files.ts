import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { type FamilyId, familyIds } from "@analytics-engines/core/basics";
import {
  familyByName,
  familyOfSweep,
  matchesGlob,
  PROJECT_FILE,
  pathMatcher,
} from "@analytics-engines/core/parameters";
import { hasCode, systemReason, UserError } from "../user-error.ts";
import { type NamingRules, outsideProblem, rootOf } from "./confine.ts";

/** What makes a part of a pattern more than a name. */
const MAGIC = /[*?[\]{}]/;

/**
 * Finds the files of a folder that a user means. Only the folders that can hold such a file are read. Links to files count; a link to a
 * folder is followed only where a pattern or path names it.
 *
 * @throws UserError for a folder that cannot be read, or that lies outside of the project: see `rootOf`
 */
export function findFiles(folder: string, selection: Selection, rules: NamingRules = {}): SelectedFiles {
  const { patterns = [], paths = [] } = selection;
  const { inclusions } = partitionPatterns(patterns);
  // Only a pattern with a part that begins with a dot can match something hidden.
  const isHiddenRead = inclusions.some((pattern) => /(^|[/{,])\.[^/.]/.test(pattern));
  const all = new Set<string>();
  for (const start of new Set([
    ...inclusions.map(startOf),
    ...paths,
    ...(inclusions.length + paths.length === 0 ? ["."] : []),
  ])) {
    if (start.startsWith("/")) continue;
    const place = path.posix.normalize(start);
    requireInside(folder, place, rules);
    addFiles(folder, place, isHiddenRead, all);
  }
  return selectFiles([...all], selection);
}

/** The checks files of a folder. @param patterns globs; by default all of them */
export function findChecksFiles(
  folder: string,
  patterns: readonly string[] = ["**/*.checks.json"],
  rules: NamingRules = {},
): readonly string[] {
  return findFiles(folder, { patterns }, rules).files.filter(isChecksFile);
}

/** A folder elsewhere would show the names of its files. A file is refused by what reads it, with its name. */
function requireInside(folder: string, start: string, rules: NamingRules): void {
  const place = path.join(folder, start);
  const problem = outsideProblem(place, rootOf(folder, start, rules));
  if (problem !== undefined && isFolder(place)) throw new UserError(`The folder ${start} ${problem}.`);
}

/** The folder or file that a pattern begins in: its parts before the first that is more than a name. */
function startOf(pattern: string): string {
  const parts = pattern.split("/");
  const end = parts.findIndex((part) => MAGIC.test(part));
  return (end < 0 ? parts : parts.slice(0, end)).join("/") || ".";
}

function addFiles(folder: string, start: string, isHiddenRead: boolean, files: Set<string>): void {
  const add = (file: string) => {
    if (!isFolder(path.join(folder, file))) files.add(file);
  };
  const walk = (place: string) => {
    for (const entry of entriesOf(path.join(folder, place))) {
      const file = path.posix.join(place, entry.name);
      if (!entry.isDirectory()) add(file);
      else if (!excludedFolders.includes(entry.name) && (isHiddenRead || !entry.name.startsWith("."))) walk(file);
    }
  };
  if (!existsSync(path.join(folder, start))) return;
  if (!statSync(path.join(folder, start)).isDirectory()) {
    files.add(start);
    return;
  }
  // The two files that mark a run folder can be above the place where the walk begins.
  for (let place = start; place !== "." && !place.endsWith(".."); place = path.posix.dirname(place))
    for (const name of runFolderFiles) {
      const file = path.posix.join(path.posix.dirname(place), name);
      if (existsSync(path.join(folder, file))) files.add(file);
    }
  walk(start);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw new UserError(`The folder ${folder} cannot be read: ${systemReason(error)}. Check its permissions.`);
  }
}

/** Every entry that is not a folder counts as a file. The reader of the file reports a pipe, or a link without a target. */
function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/**
 * The files of a selection that must not be empty.
 *
 * @param where what was searched, such as a folder
 * @throws UserError where nothing is selected, or a file that a pattern names without wildcards is missing
 */
export function requireFiles(
  { files, unmatched }: SelectedFiles,
  patterns: readonly string[],
  where: string,
): readonly string[] {
  const missing = unmatched.filter((pattern) => pattern !== "." && !MAGIC.test(pattern));
  if (missing.length > 0)
    throw new UserError(missing.map((file) => `There is no parameter file ${file} in ${where}. Check its path.`));
  if (files.length > 0) return files;
  throw new UserError(
    partitionPatterns(patterns).inclusions.length > 0
      ? `No files match the input files in ${where}: ${patterns.join(" ")}. Check the patterns.`
      : `${noParameterFiles(where)} Name others in the input files.`,
  );
}

/** Says that a folder or commit has no parameter files, and how they are recognised. */
export function noParameterFiles(where: string): string {
  return `There are no parameter files in ${where}: their names end in .FAMILY.json or .FAMILY.sweep.json, FAMILY being ${familyIds.join(", ")}.`;
}

// Imports nothing of Node: the extension also selects files in browsers.

/** Which files of a folder a user means. Every path is relative to that folder and has `/`. */
export interface Selection {
  /** Globs; `!` excludes. Default: all parameter files of the folder. */
  readonly patterns?: readonly string[];
  /** Files, and folders that stand for the parameter files below them. `.` is the folder itself. */
  readonly paths?: readonly string[];
  /** Families by glob, for parameter files whose name does not end in `.FAMILY.json`. */
  readonly families?: Readonly<Record<string, FamilyId>>;
}

export interface SelectedFiles {
  /** Sorted, each file once. */
  readonly files: readonly string[];
  /** Patterns and paths that select no file. */
  readonly unmatched: readonly string[];
}

/** Names of folders that hold nothing of the user: installed packages, and git's own files. */
export const excludedFolders: readonly string[] = ["node_modules", ".git"];
/** A folder with these two files is a run folder: the results in it are named after units, which can have any name. */
const runFolderFiles: readonly string[] = ["manifest.json", "journal.jsonl"];

/**
 * Selects the parameter files among all files of a folder, of a commit or of an editor's workspace. Installed packages, git's own files and run
 * folders are never selected, nor is the project file; hidden files and folders only where a pattern names them with their dot, or a path leads into them.
 *
 * @param all every file of the folder, relative to it, with `/`
 *
 * @example
 * ```ts
 * import { selectFiles } from "@analytics-engines/runs/lookup";
 *
 * const all = ["book/a.pa.json", "book/b.spar.json", "node_modules/x/c.pa.json"];
 * console.log(selectFiles(all, { patterns: ["book/*.json", "!**" + "/*.spar.json"] }).files); // ["book/a.pa.json"]
 * ```
 */
export function selectFiles(
  all: readonly string[],
  { patterns = [], paths = [], families = {} }: Selection,
): SelectedFiles {
  const { inclusions, exclusions } = partitionPatterns(patterns);
  const globs = Object.keys(families);
  const isParameterFile = (file: string) =>
    familyByName(file) !== undefined ||
    familyOfSweep(file) !== undefined ||
    globs.some((glob) => matchesGlob(file, glob));
  const isBelow = (folder: string, file: string) => {
    const rest = folder === "." ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
    return rest !== undefined && !/(^|\/)\./.test(rest) && isParameterFile(file);
  };
  const isExcluded = exclusionTest(all, exclusions);
  const rules = [
    ...inclusions.map((text) => {
      const matches = pathMatcher(text);
      // A checks file lies beside the parameter files, and only a pattern with its ending means it.
      const isOther = (file: string) => file === PROJECT_FILE || (isChecksFile(file) && !isChecksFile(text));
      return { text, selects: (file: string) => matches(file) && !isOther(file) && !isExcluded(file) };
    }),
    ...(inclusions.length + paths.length === 0 ? ["."] : paths).map((text) => {
      const place = normalize(text);
      return { text, selects: (file: string) => file === place || (isBelow(place, file) && !isExcluded(file)) };
    }),
  ];
  const filesByRule = rules.map(({ selects }) => all.filter(selects));
  return {
    files: [...new Set(filesByRule.flat())].sort((a, b) => (a < b ? -1 : 1)),
    unmatched: rules.flatMap(({ text }, index) => (filesByRule[index]?.length === 0 ? [text] : [])),
  };
}

/** Whether a name, or the end of a pattern, is that of a checks file. */
export function isChecksFile(file: string): boolean {
  return file.endsWith(".checks.json");
}

/** The patterns that name files, and those that exclude some, without their `!`. */
export function partitionPatterns(patterns: readonly string[]): {
  readonly inclusions: string[];
  readonly exclusions: string[];
} {
  return {
    inclusions: patterns.filter((pattern) => !pattern.startsWith("!")).map(normalize),
    exclusions: patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => normalize(pattern.slice(1))),
  };
}

/** A path without empty parts, `.`, and folders that `..` leaves again. An absolute path stays absolute, and so selects nothing. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/") || ".";
}

/** Returns a test of whether a file, or a folder above it, is excluded. `FOLDER/**` excludes the folder with its hidden files. */
function exclusionTest(all: readonly string[], exclusions: readonly string[]): (file: string) => boolean {
  const files = exclusions.map(pathMatcher);
  const folders = [...files, ...exclusions.map((glob) => pathMatcher(glob.replace(/(?:\/\*\*)+$/, "")))];
  const paths = all.map(splitPath);
  const marked = runFolderFiles.map(
    (marker) => new Set(paths.filter(({ name }) => name === marker).map(({ folder }) => folder)),
  );
  const answers = new Map<string, boolean>();
  const isFolderExcluded = (path: string): boolean => {
    if (marked.every((runFolders) => runFolders.has(path))) return true;
    if (path === ".") return false;
    const { folder, name } = splitPath(path);
    const answer =
      answers.get(path) ??
      (excludedFolders.includes(name) || folders.some((matches) => matches(path)) || isFolderExcluded(folder));
    answers.set(path, answer);
    return answer;
  };
  return (file) => files.some((matches) => matches(file)) || isFolderExcluded(splitPath(file).folder);
}

function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const at = path.lastIndexOf("/");
  return { folder: path.slice(0, Math.max(at, 0)) || ".", name: path.slice(at + 1) };
}
