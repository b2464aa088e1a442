import path from "node:path";
import { findFiles, pathFrom } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import {
  type ConnectionEntry,
  type ConnectOptions,
  connectionOf,
  connectProfile,
  connectWithKeyring,
  findProject,
  joinSettings,
  openProject,
  type Profile,
  type ProjectSettings,
  presentVariables,
} from "@analytics-engines/runs/run";
import packageJson from "../package.json" with { type: "json" };
import type { Families } from "./arguments.ts";
import { openKeyring } from "./connection/login/keyring.ts";
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

/** The options of a connection, which says in each request that this command sends it. */
export function withUserAgent(options: ConnectOptions): ConnectOptions {
  return { ...options, userAgent: `analytics-engines-cli/${packageJson.version}` };
}

/**
 * Opens a client of the service that the options and the environment name, or else a profile in the system's keyring.
 * @param named the connection of the project file
 * @throws UserError, which repeats no credential
 */
export function connectCommand(options: ConnectOptions, connectionEntry?: ConnectionEntry) {
  return connectWithKeyring(withUserAgent(options), process.env, connectionEntry, openKeyring);
}

/** Opens a client with a profile, and gives the variables of the environment that come before it. */
export function connectWithProfile(
  options: ConnectOptions,
  connectionEntry: ConnectionEntry | undefined,
  profile: Profile,
) {
  const { client } = connectProfile(withUserAgent(options), process.env, connectionEntry, profile);
  return { client, variables: presentVariables(profile.name, process.env) };
}
