import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { applyFixes, type Issue, isFixable, type ReadOptions } from "@analytics-engines/core/parameters";
import {
  type CheckedFile,
  checkFiles,
  findFiles,
  noParameterFiles,
  pathFrom,
  replaceText,
  wayFrom,
} from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import type { Families } from "../arguments.ts";

/**
 * Finds the files that a command line names: files, folders and globs; without names, all parameter files below the folder.
 *
 * @param options.includesChecks whether folders and globs also stand for checks files
 * @returns sorted paths with `/`, relative to the folder, or absolute if they are outside of it
 * @throws UserError if a name leads to no file: a check of no files must not look like a success
 */
export function findNamedFiles(
  names: readonly string[],
  families: Families,
  folder: string,
  { includesChecks = false } = {},
): readonly string[] {
  const allNames = names.length === 0 ? ["."] : names;
  const nameByWay = new Map(allNames.map((name) => [wayFrom(folder, name), name]));
  const ways = Map.groupBy(nameByWay.keys(), (way) => existsSync(path.resolve(folder, way)));
  const [paths, patterns] = [ways.get(true) ?? [], ways.get(false) ?? []];
  const { files, unmatched } = findFiles(folder, { paths, patterns, families, includesChecks }, { isTyped: true });
  if (unmatched.length > 0)
    throw new UserError(
      unmatched.map((way) => {
        const name = nameByWay.get(way) ?? way;
        return patterns.includes(way)
          ? `${name}: no such file. Check its path.`
          : `${noParameterFiles(name === "." ? "this folder" : name)} Name others with --family.`;
      }),
    );
  return files.map((file) => pathFrom(folder, path.resolve(folder, file))).sort((a, b) => (a < b ? -1 : 1));
}

/** A checked file; with `--fix`, the file after the fixes. */
export interface CommandFile extends CheckedFile {
  /** The issues that were fixed, with their places before the fixes. */
  readonly fixed: readonly Issue[];
}

/** A checked file as the reports of the command have it. */
export function toCommandFile(file: CheckedFile): CommandFile {
  return { ...file, problem: file.problem && `the file ${file.problem}`, fixed: [] };
}

/**
 * Reads and checks a file, and fixes it if requested. Never throws, whatever the file is or contains.
 * @returns the file; a sweep is followed by those of its files that have issues or were fixed
 */
export async function checkOrFix(
  folder: string,
  name: string,
  reading: ReadOptions,
  fix = false,
): Promise<readonly CommandFile[]> {
  const check = async () =>
    (await checkFiles(folder, [name], { reading, isOfAnyKind: true, isTyped: true })).map(toCommandFile);
  const before = await check();
  const results = fix ? before.map((file) => fixFile(folder, file)) : before;
  const fixedByPath = new Map(results.map((file) => [file.path, file.fixed]));
  if (results.every(({ fixed }) => fixed.length === 0)) return results;
  const after = await check();
  const others = results.filter(
    ({ path: file, fixed }) => fixed.length > 0 && after.every((fileAfter) => fileAfter.path !== file),
  );
  return [
    ...after.map((file) => ({ ...file, fixed: fixedByPath.get(file.path) ?? [] })),
    ...others.map((file) => ({ ...file, issues: [] })),
  ];
}

/** Applies the fixes of a file that certainly keep the meaning, and writes it. */
function fixFile(folder: string, file: CommandFile): CommandFile {
  const text = applyFixes(file.text, file.issues);
  if (text === file.text) return file;
  try {
    // A link stays, and its target is replaced.
    const target = realpathSync(path.resolve(folder, file.path));
    replaceText(target, text, statSync(target).mode);
    return { ...file, fixed: file.issues.filter(isFixable) };
  } catch (error) {
    return { ...file, problem: `the file could not be changed: ${systemReason(error)}` };
  }
}
