import path from "node:path";
import { type FamilyId, familyIds } from "@analytics-engines/core/families/facts";
import { familyByName, matchesGlob } from "@analytics-engines/core/parameters";
import type { CommittedFile } from "../git/tree.ts";
import { Problem } from "../github/problem.ts";

/** What names the parameter files among all files. */
export interface Selection {
  /** Globs; `!` excludes. Where none names files, all parameter files are meant. */
  readonly files: readonly string[];
  readonly families: Readonly<Record<string, FamilyId>>;
}

/**
 * The parameter files among those of a commit, sorted by path. They are those that `run` and `validate` would find if the commit were checked
 * out: the same globs, none of installed packages, and without globs none of dot folders.
 */
export function matchPaths(all: readonly CommittedFile[], { files, families }: Selection): readonly CommittedFile[] {
  const named = files.filter((pattern) => !pattern.startsWith("!")).map(normalized);
  const excluded = files.filter((pattern) => pattern.startsWith("!")).map((pattern) => normalized(pattern.slice(1)));
  const globs = Object.keys(families);
  const isNamed =
    named.length > 0
      ? (file: string) => named.some((pattern) => path.posix.matchesGlob(file, pattern))
      : (file: string) =>
          path.posix.matchesGlob(file, "**/*.json") &&
          (familyByName(file) !== undefined || globs.some((glob) => matchesGlob(file, glob)));
  // What is not looked into: a folder of which all is excluded, also what begins with a dot, which `**` does not match by itself.
  const whole = excluded.flatMap((pattern) => (pattern.endsWith("/**") ? [pattern.replace(/(?:\/\*\*)+$/, "")] : []));
  const folders = new Map<string, boolean>();
  const isExcluded = (file: string): boolean =>
    excluded.some((pattern) => path.posix.matchesGlob(file, pattern)) || isFolderExcluded(path.posix.dirname(file));
  const isFolderExcluded = (folder: string): boolean => {
    if (folder === ".") return false;
    if (path.posix.basename(folder) === "node_modules") return true;
    const known =
      folders.get(folder) ?? (whole.some((pattern) => path.posix.matchesGlob(folder, pattern)) || isExcluded(folder));
    folders.set(folder, known);
    return known;
  };
  return all.filter((file) => isNamed(file.path) && !isExcluded(file.path)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Refuses to plan nothing, which a misspelt glob would come to. */
export function checkFound(found: readonly CommittedFile[], { files }: Selection, where: string): void {
  if (found.length > 0) return;
  throw new Problem(
    files.some((pattern) => !pattern.startsWith("!"))
      ? `No files of ${where} match the input files: ${files.join(" ")}`
      : `There are no parameter files in ${where}: their names end in .FAMILY.json, FAMILY being ${familyIds.join(", ")}. Name others in the input files.`,
  );
}

function normalized(pattern: string): string {
  return path.posix.normalize(pattern);
}
