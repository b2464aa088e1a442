import path from "node:path";
import {
  type ConnectionEntry,
  connectionOf,
  findFiles,
  findProject,
  joinSettings,
  openProject,
  type ProjectSettings,
  pathFrom,
} from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import type { Families } from "./arguments.ts";
import { findNamedFiles } from "./files/named-files.ts";

/** The flags that override a project file; absent unless the user wrote them. */
export interface SettingOptions {
  /** The name of a set of the project file. */
  readonly set?: string;
  /** The name of a connection of the project file, or of a profile. */
  readonly connection?: string | undefined;
  readonly family?: Families;
  readonly output?: string;
  readonly maxConcurrency?: number;
  /** Globs of checks files. */
  readonly checks?: readonly string[] | undefined;
}

/** The settings of a command, from its flags and the project file of its folder. */
export interface CommandSettings extends ProjectSettings {
  /** The connection of the set or the project. */
  readonly connectionEntry: ConnectionEntry | undefined;
  /** Whether the folder has a project file. */
  readonly hasProject: boolean;
}

/** Reads the project file of a folder, and joins it with the flags. @throws UserError with each error of the file at its line and column */
export function readSettings(options: SettingOptions, folder: string): CommandSettings {
  const open = openProject(findProject(folder), options.set, folder);
  const { family: families, output: outputFolder, maxConcurrency } = options;
  const checks = options.checks && [...options.checks];
  const settings = joinSettings({ families, outputFolder, maxConcurrency, checks }, open, options.set, {
    files: "the arguments",
    families: "option --family",
    outputFolder: "option --output",
    maxConcurrency: "option --max-concurrency",
    unknownProperties: "the project file",
    tolerances: "option --tolerance",
    checks: "option --checks",
  });
  return {
    ...settings,
    connectionEntry: connectionOf(open, options.set, options.connection),
    hasProject: open !== undefined,
  };
}

/**
 * The files that a command line names, or else those of the set or the project file.
 * @param options.allowsUnmatched whether it is enough that one of the globs of the project file matches a file
 * @returns sorted paths with `/`, relative to the folder, or absolute if they are outside of it
 * @throws UserError if there are none: a check of no files must not look like a success
 */
export function findCommandFiles(
  fileNames: readonly string[],
  { files, families }: CommandSettings,
  folder: string,
  { allowsUnmatched = false } = {},
): readonly string[] {
  if (fileNames.length > 0 || files.value === undefined) return findNamedFiles(fileNames, families.value, folder);
  const selection = findFiles(folder, { patterns: files.value, families: families.value });
  const unmatched = files.value.length === 0 ? [] : selection.unmatched;
  if (unmatched.length > 0 && !(allowsUnmatched && selection.files.length > 0))
    throw new UserError(unmatched.map((pattern) => `${files.source}: ${pattern} matches no file. Check the pattern.`));
  if (selection.files.length === 0) throw new UserError(`${files.source}: \`files\` matches no file.`);
  return selection.files.map((file) => pathFrom(folder, path.resolve(folder, file)));
}
