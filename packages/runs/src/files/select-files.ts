import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import { familyByName, matchesGlob } from "@analytics-engines/core/parameters";

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

/** Folders that never hold parameter files of the user. */
const EXCLUDED = ["node_modules", ".git"];
/** A folder with these two files is a run folder: the results in it are named after units, which can have any name. */
const RUN_FOLDER_FILES = ["manifest.json", "journal.jsonl"];

/**
 * Selects the parameter files among all files of a folder, of a commit or of an editor's workspace. Installed packages, git's own files and run
 * folders are never selected; hidden files and folders only where a pattern names them with their dot, or a path leads into them.
 *
 * @param all every file of the folder, relative to it, with `/`
 *
 * @example
 * ```ts
 * import { selectFiles } from "@analytics-engines/runs/files";
 *
 * const all = ["book/a.pa.json", "book/b.spar.json", "node_modules/x/c.pa.json"];
 * console.log(selectFiles(all, { patterns: ["book/*.json", "!**" + "/*.spar.json"] }).files); // ["book/a.pa.json"]
 * ```
 */
export function selectFiles(
  all: readonly string[],
  { patterns = [], paths = [], families = {} }: Selection,
): SelectedFiles {
  const { named, excluded } = partitionPatterns(patterns);
  const globs = Object.keys(families);
  const isParameterFile = (file: string) =>
    familyByName(file) !== undefined || globs.some((glob) => matchesGlob(file, glob));
  const isBelow = (folder: string, file: string) => {
    const rest = folder === "." ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
    return rest !== undefined && !/(^|\/)\./.test(rest) && isParameterFile(file);
  };
  const isExcluded = exclusionTest(all, excluded);
  const rules = [
    ...named.map((text) => ({ text, selects: (file: string) => matches(file, text) && !isExcluded(file) })),
    ...(named.length + paths.length === 0 ? ["."] : paths).map((text) => {
      const place = path.posix.normalize(text);
      return { text, selects: (file: string) => file === place || (isBelow(place, file) && !isExcluded(file)) };
    }),
  ];
  const found = rules.map(({ selects }) => all.filter(selects));
  return {
    files: [...new Set(found.flat())].sort((a, b) => (a < b ? -1 : 1)),
    unmatched: rules.flatMap(({ text }, index) => (found[index]?.length === 0 ? [text] : [])),
  };
}

/** The patterns that name files, and those that exclude some, without their `!`. */
export function partitionPatterns(patterns: readonly string[]): {
  readonly named: string[];
  readonly excluded: string[];
} {
  const normalized = patterns.map((pattern) =>
    pattern.replace(/^(!?)(.*)$/s, (_, not, glob) => not + path.posix.normalize(glob)),
  );
  return {
    named: normalized.filter((pattern) => !pattern.startsWith("!")),
    excluded: normalized.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)),
  };
}

/** Whether a glob matches a path: as Node matches it, so `*` and `**` match nothing that begins with a dot. */
export function matches(file: string, glob: string): boolean {
  return path.posix.matchesGlob(file, glob);
}

/** Returns a test of whether a file, or a folder above it, is excluded. `FOLDER/**` excludes the folder with its hidden files. */
function exclusionTest(all: readonly string[], excluded: readonly string[]): (file: string) => boolean {
  const wholeFolders = excluded.map((glob) => glob.replace(/(?:\/\*\*)+$/, ""));
  const marked = RUN_FOLDER_FILES.map((name) => {
    return new Set(all.filter((file) => path.posix.basename(file) === name).map((file) => path.posix.dirname(file)));
  });
  const known = new Map<string, boolean>();
  const isFolderExcluded = (folder: string): boolean => {
    if (marked.every((folders) => folders.has(folder))) return true;
    if (folder === ".") return false;
    const answer =
      known.get(folder) ??
      (EXCLUDED.includes(path.posix.basename(folder)) ||
        [...excluded, ...wholeFolders].some((glob) => matches(folder, glob)) ||
        isFolderExcluded(path.posix.dirname(folder)));
    known.set(folder, answer);
    return answer;
  };
  return (file) => excluded.some((glob) => matches(file, glob)) || isFolderExcluded(path.posix.dirname(file));
}
