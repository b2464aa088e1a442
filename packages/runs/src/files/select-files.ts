// Imports nothing of Node: the extension also selects among the files of its workspace, and loads this with its first parameter file.
import type { FamilyId } from "@analytics-engines/core/basics";
import {
  familyByName,
  familyOfSweep,
  matchesGlob,
  PROJECT_FILE,
  pathMatcher,
  withSlashes,
} from "@analytics-engines/core/basics";

/** Which files of a folder a user means. Every path is relative to that folder and has `/`. */
export interface Selection {
  /** Globs; `!` excludes. Default: all parameter files of the folder. */
  readonly patterns?: readonly string[];
  /** Files, and folders that stand for the parameter files below them. `.` is the folder itself. */
  readonly paths?: readonly string[];
  /** Families by glob, for parameter files whose name does not end in `.FAMILY.json`. */
  readonly families?: Readonly<Record<string, FamilyId>>;
  /** Whether folders and patterns also stand for checks files. Otherwise only a pattern with their ending does. */
  readonly includesChecks?: boolean;
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
export const runFolderFiles: readonly string[] = ["manifest.json", "journal.jsonl"];

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
  { patterns = [], paths = [], families = {}, includesChecks = false }: Selection,
): SelectedFiles {
  const { inclusions, exclusions } = partitionPatterns(patterns);
  const globs = Object.keys(families);
  const isWanted = (file: string) =>
    (includesChecks && isChecksFile(file)) ||
    familyByName(file) !== undefined ||
    familyOfSweep(file) !== undefined ||
    globs.some((glob) => matchesGlob(file, glob));
  const isBelow = (folder: string, file: string) => {
    const start = pathBelow(folder, "");
    const rest = file.startsWith(start) ? file.slice(start.length) : undefined;
    return rest !== undefined && !/(^|\/)\./.test(rest) && isWanted(file);
  };
  const isExcluded = exclusionTest(all, exclusions);
  const rules = [
    ...inclusions.map((text) => {
      const matches = pathMatcher(text);
      // A checks file lies beside the parameter files.
      const isUnasked = (file: string) =>
        file === PROJECT_FILE || (isChecksFile(file) && !includesChecks && !isChecksFile(text));
      return { text, selects: (file: string) => matches(file) && !isUnasked(file) && !isExcluded(file) };
    }),
    ...(inclusions.length + paths.length === 0 ? ["."] : paths).map((text) => {
      const namedPath = normalize(text);
      return { text, selects: (file: string) => file === namedPath || (isBelow(namedPath, file) && !isExcluded(file)) };
    }),
  ];
  const filesByRule = rules.map(({ selects }) => all.filter(selects));
  return {
    files: [...new Set(filesByRule.flat())].sort((first, second) => (first < second ? -1 : 1)),
    unmatched: rules.flatMap(({ text }, index) => (filesByRule[index]?.length === 0 ? [text] : [])),
  };
}

/**
 * The files without those that a sweep names: its template and its rows are no parameter files, whatever pattern or folder leads to them. A file
 * that is named itself stays.
 * @param listNamed lists the files that the sweeps of the folder name; not called where none of the files can be one
 */
export function withoutSweepFiles(
  files: readonly string[],
  { patterns = [], paths = [] }: Selection,
  listNamed: () => readonly string[],
): readonly string[] {
  const chosen = new Set([...partitionPatterns(patterns).inclusions, ...paths.map(normalize)]);
  if (files.every((file) => familyOfSweep(file) !== undefined || chosen.has(file))) return files;
  const namedBySweeps = new Set(listNamed());
  return files.filter((file) => chosen.has(file) || !namedBySweeps.has(file));
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
    inclusions: patterns.filter((pattern) => !pattern.startsWith("!")).map(normalizeGlob),
    exclusions: patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => normalizeGlob(pattern.slice(1))),
  };
}

/** What an absolute path begins with: a drive, a share of Windows, or the root. */
const ROOT = /^(?:[A-Za-z]:\/|\/{1,2})/;

/** A path without empty parts, `.`, and folders that `..` leaves again. An absolute path stays absolute, and so selects nothing among relative ones. */
export function normalize(path: string): string {
  const [root = ""] = ROOT.exec(path) ?? [];
  const parts: string[] = [];
  for (const part of path.slice(root.length).split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return root + parts.join("/") || ".";
}

/** In a glob, a backslash counts as a slash. */
function normalizeGlob(glob: string): string {
  return normalize(withSlashes(glob));
}

/** The path of what a folder has in it, with `/`. The folder can be `.`, and the root of a drive. */
export function pathBelow(folder: string, name: string): string {
  if (folder === ".") return name;
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
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
