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
} from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import type { Families } from "../arguments.ts";

/**
 * Finds the files that a command line names: files, folders and globs; without names, all parameter files below the folder.
 *
 * @returns sorted paths with `/`, relative to the folder, or absolute if they are outside of it
 * @throws UserError if a name leads to no file: a check of no files must not look like a success
 */
export function findNamedFiles(fileNames: readonly string[], families: Families, folder: string): readonly string[] {
  const rootOf = (name: string) => path.parse(path.resolve(folder, name)).root;
  const isOnDrive = (name: string) => rootOf(name).toLowerCase() === rootOf(".").toLowerCase();
  const missing: string[] = [];
  const files = [
    ...Map.groupBy(fileNames.length === 0 ? ["."] : fileNames, (name) => (isOnDrive(name) ? folder : rootOf(name))),
  ]
    .flatMap(([base, namesBelow]) => findBelow(base, namesBelow, families, folder, missing))
    .map((file) => pathFrom(folder, asOnDisk(file)));
  if (missing.length > 0) throw new UserError(missing);
  return [...new Set(files)].sort((first, second) => (first < second ? -1 : 1));
}

/** The absolute paths of the files that names lead to. All are below one folder, which of another drive is its root. */
function findBelow(
  base: string,
  fileNames: readonly string[],
  families: Families,
  folder: string,
  missing: string[],
): readonly string[] {
  const paths = fileNames.filter((name) => existsSync(path.resolve(folder, name)));
  const patterns = fileNames.filter((name) => !paths.includes(name));
  const relative = (name: string) => path.relative(base, path.resolve(folder, name)).split(path.sep).join("/") || ".";
  const nameByPath = new Map([...paths, ...patterns].map((name) => [relative(name), name]));
  const selection = { paths: paths.map(relative), patterns: patterns.map(relative), families };
  const { files, unmatched } = findFiles(base, selection, { isTyped: true });
  for (const pattern of unmatched) {
    const name = nameByPath.get(pattern) ?? pattern;
    missing.push(
      patterns.includes(name)
        ? `${name}: no such file. Check its path.`
        : `${noParameterFiles(name === "." ? "this folder" : name)} Name others with --family.`,
    );
  }
  return files.map((file) => path.resolve(base, file));
}

/** A path in the letter case that the disk has, where letter case distinguishes no files: one file has one name. Links are not followed. */
function asOnDisk(file: string): string {
  if (process.platform !== "win32" && process.platform !== "darwin") return file;
  try {
    const real = realpathSync.native(file);
    return real.toLowerCase() === file.toLowerCase() ? real : file;
  } catch {
    return file;
  }
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
