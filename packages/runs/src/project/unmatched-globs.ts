// Imports nothing of Node: the editor marks the globs while somebody writes them.
import { codeQuote, type JsonPath, matchesGlob, toPointer } from "@analytics-engines/core/basics";
import type { Project, ProjectFile } from "@analytics-engines/core/files";
import type { Issue } from "@analytics-engines/core/parameters";
import { isChecksFile, partitionPatterns, selectFiles } from "../files/select-files.ts";

/** All globs of a project file that mean files, and those that exclude some. */
export function listGlobs({ files = [], checks = [], families = {}, sets = {} }: Project): readonly string[] {
  return [...files, ...checks, ...Object.keys(families), ...Object.values(sets).flatMap((set) => set.files ?? [])];
}

/**
 * Reports each glob of a project file that matches no file. A run refuses one that it uses; one of `families` is a warning. A glob that excludes
 * files may match none.
 * @param all every file of the folder of the project file, relative to it, with `/`
 */
export function unmatchedGlobs({ project, rangeOf }: ProjectFile, all: readonly string[]): readonly Issue[] {
  if (project === undefined) return [];
  const { files = [], checks = [], families = {}, sets = {} } = project;
  const selects = (pattern: string, patterns: readonly string[]) => {
    const exclusions = patterns.filter((candidate) => candidate.startsWith("!"));
    return selectFiles(all, { patterns: [pattern, ...exclusions], families }).files;
  };
  const ofPatterns = (patterns: readonly string[], path: JsonPath, isMeant: (file: string) => boolean) =>
    patterns.flatMap((pattern, index) => {
      if (partitionPatterns([pattern]).inclusions.length === 0) return [];
      return selects(pattern, patterns).some(isMeant) ? [] : report(pattern, [...path, index], "error");
    });
  const report = (glob: string, path: JsonPath, severity: Issue["severity"]): Issue[] => {
    const range = rangeOf(...path);
    if (range === undefined) return [];
    const message = `${codeQuote(glob)} matches no file below the folder of the project file. Correct the glob, or remove it.`;
    return [{ code: "unmatched-glob", severity, message, pointer: toPointer(path), range, fixes: [] }];
  };
  return [
    ...ofPatterns(files, ["files"], () => true),
    ...ofPatterns(checks, ["checks"], isChecksFile),
    ...Object.keys(families).flatMap((glob) =>
      all.some((file) => matchesGlob(file, glob)) ? [] : report(glob, ["families", glob], "warning"),
    ),
    ...Object.entries(sets).flatMap(([name, set]) => ofPatterns(set.files ?? [], ["sets", name, "files"], () => true)),
  ];
}
