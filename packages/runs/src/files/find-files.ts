import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { familyIds, familyOfSweep } from "@analytics-engines/core/basics";
import { listSweepFiles } from "@analytics-engines/core/files";
import { hasCode, systemReason, UserError } from "../user-error.ts";
import { type NamingRules, outsideProblem, rootOf } from "./confine.ts";
import { eachFileOnce } from "./disk-names.ts";
import { MAX_FILE_BYTES, readConfined } from "./parameter-files.ts";
import { isFolder } from "./paths.ts";
import {
  excludedFolders,
  isChecksFile,
  normalize,
  partitionPatterns,
  pathBelow,
  runFolderFiles,
  type SelectedFiles,
  type Selection,
  selectFiles,
  withoutSweepFiles,
} from "./select-files.ts";

/** What makes a part of a pattern more than a name. */
const MAGIC = /[*?[\]{}]/;

/**
 * Finds the files of a folder that a user means, among those of `listFiles`. Each file has one name: see `eachFileOnce`.
 *
 * @param selection of a person who types: absolute, too, with `/`, as `wayFrom` gives the names of another drive
 * @throws UserError for a folder that cannot be read, or that lies outside of the project: see `rootOf`
 */
export function findFiles(folder: string, selection: Selection, rules: NamingRules = {}): SelectedFiles {
  const all = listFiles(folder, selection, rules);
  const { files, unmatched } = selectFiles(all, selection);
  const sweeps = all.filter((file) => familyOfSweep(file) !== undefined);
  const readText = (file: string) => {
    const read = readConfined(folder, file, rootOf(folder, file, rules), MAX_FILE_BYTES);
    return "text" in read ? read.text : undefined;
  };
  const listNamed = () => sweeps.flatMap((sweep) => listSweepFiles(readText(sweep) ?? "", sweep));
  return { files: eachFileOnce(folder, withoutSweepFiles(files, selection, listNamed)), unmatched };
}

/**
 * Lists every file that patterns and paths can mean, and those that mark run folders. Only the folders that can hold such a file are read. Links
 * to files count; a link to a folder is followed only where a pattern or path names it.
 *
 * @throws UserError for a folder that cannot be read, or that lies outside of the project: see `rootOf`
 */
export function listFiles(
  folder: string,
  { patterns = [], paths = [] }: Pick<Selection, "patterns" | "paths">,
  rules: NamingRules = {},
): readonly string[] {
  const { inclusions } = partitionPatterns(patterns);
  // Only a pattern with a part that begins with a dot can match something hidden.
  const isHiddenRead = inclusions.some((pattern) => /(^|[/{,])\.[^/.]/.test(pattern));
  const all = new Set<string>();
  for (const start of new Set([
    ...inclusions.map(startOf),
    ...paths,
    ...(inclusions.length + paths.length === 0 ? ["."] : []),
  ])) {
    if (!rules.isTyped && path.isAbsolute(start)) continue;
    const startPath = normalize(start);
    requireInside(folder, startPath, rules);
    addFiles(folder, startPath, isHiddenRead, all);
  }
  return [...all];
}

/**
 * The checks files of a folder.
 * @param patterns globs, of which each must match a file; by default all checks files there are
 * @param rules.allowsUnmatched whether it is enough that one of the patterns matches a file
 * @throws UserError with each pattern that matches no checks file
 */
export function findChecksFiles(
  folder: string,
  patterns?: readonly string[],
  rules: NamingRules & { readonly allowsUnmatched?: boolean } = {},
): readonly string[] {
  if (patterns === undefined) return findFiles(folder, { patterns: ["**/*.checks.json"] }, rules).files;
  if (patterns.length === 0) return [];
  const { inclusions } = partitionPatterns(patterns);
  if (inclusions.length === 0)
    throw new UserError(
      `The patterns of checks files only exclude some: ${patterns.join(" ")}. Name those that count, too.`,
    );
  const { files, unmatched } = findFiles(folder, { patterns }, rules);
  // A file can have another name than the pattern: see `eachFileOnce`.
  const empty = inclusions.filter((pattern) => unmatched.includes(pattern) || !isChecksFile(pattern));
  const isEnough = empty.length === 0 || (rules.allowsUnmatched === true && empty.length < inclusions.length);
  if (isEnough) return files.filter(isChecksFile);
  throw new UserError(
    empty.map(
      (pattern) =>
        `No checks file matches ${pattern} in ${folder}. Their names end in .checks.json, and so must the pattern.`,
    ),
  );
}

/** A folder elsewhere would show the names of its files. A file is refused by what reads it, with its name. */
function requireInside(folder: string, start: string, rules: NamingRules): void {
  const target = path.resolve(folder, start);
  const problem = outsideProblem(target, rootOf(folder, start, rules));
  if (problem !== undefined && isFolder(target)) throw new UserError(`The folder ${start} ${problem}.`);
}

/** The folder or file that a pattern begins in: its parts before the first that is more than a name. */
function startOf(pattern: string): string {
  const parts = pattern.split("/");
  const end = parts.findIndex((part) => MAGIC.test(part));
  if (end === 0) return ".";
  // `D:` alone is no folder, but the one in which the drive was last used.
  return end < 0 ? pattern : normalize(`${parts.slice(0, end).join("/")}/`);
}

function addFiles(folder: string, start: string, isHiddenRead: boolean, files: Set<string>): void {
  const onDisk = (directory: string) => path.resolve(folder, directory);
  const add = (file: string) => {
    // Every entry that is not a folder counts as a file. The reader of the file reports a pipe, or a link without a target.
    if (!isFolder(onDisk(file))) files.add(file);
  };
  const walk = (directory: string) => {
    for (const entry of entriesOf(onDisk(directory))) {
      const file = pathBelow(directory, entry.name);
      if (!entry.isDirectory()) add(file);
      else if (!excludedFolders.includes(entry.name) && (isHiddenRead || !entry.name.startsWith("."))) walk(file);
    }
  };
  if (!existsSync(onDisk(start))) return;
  if (!statSync(onDisk(start)).isDirectory()) {
    files.add(start);
    return;
  }
  // The two files that mark a run folder can be above the place where the walk begins.
  const isTop = (directory: string) =>
    directory === "." || directory.endsWith("..") || path.dirname(onDisk(directory)) === onDisk(directory);
  for (let directory = start; !isTop(directory); ) {
    directory = normalize(`${path.posix.dirname(directory)}/`);
    for (const name of runFolderFiles) {
      const file = pathBelow(directory, name);
      if (existsSync(onDisk(file))) files.add(file);
    }
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
