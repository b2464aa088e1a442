import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { type FamilyId, familyIds, isFamilyId, PROJECT_FILE } from "@analytics-engines/core/basics";
import type { FixedValues } from "@analytics-engines/core/files";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import {
  type CommonSettings,
  connectionOf,
  findProject,
  isInside,
  joinSettings,
  openProject,
  valuesOf,
} from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import { requireOrigin } from "@analytics-engines/runs/run";
import type { Env, InputReader, Step } from "../github/step.ts";
import { annotateIssues } from "./annotate.ts";

export const failOnChoices = ["error", "warning", "never"] as const;
/** The least severe finding that fails a step. */
export type FailOn = (typeof failOnChoices)[number];

/** The folder that a step may use: `GITHUB_WORKSPACE`, or without a runner the current folder. Absolute. */
export function workspaceOf(env: Env): string {
  return path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
}

/** Reads the input `working-directory`, the folder to which other paths are relative; absolute. */
export function readWorkingDirectory(reader: InputReader, env: Env): string {
  return path.resolve(workspaceOf(env), reader.path("working-directory") ?? ".");
}

/**
 * Reads the input `files`: globs relative to the working directory, one in each line; `!` excludes. If no glob names files, all parameter
 * files below it are meant.
 */
export function readPatterns(reader: InputReader): readonly string[] {
  const patterns = reader.paths("files");
  if (patterns.some((pattern) => leadsOutside(pattern.replace(/^!/, ""))))
    reader.refuse("Input files must hold patterns within working-directory: no absolute paths and no `..`.");
  return patterns;
}

/** Whether a path or pattern of an input, with `/`, can leave the folder that it is relative to. A drive of Windows is absolute on every runner. */
export function leadsOutside(file: string): boolean {
  return /^(?:\/|[A-Za-z]:)/.test(file) || file.split("/").includes("..");
}

/** Where a run folder is. */
export type RunPlace =
  /** Relative to the working directory. */
  | { readonly kind: "folder"; readonly folder: string }
  /** `*` in the name stands for any characters. */
  | { readonly kind: "artifact"; readonly name: string };

/** The prefix `artifact:` is required: a pull request could add a folder with the name of an artifact. */
export function readRunPlace(reader: InputReader, input: string, line: string): RunPlace {
  const name = /^artifact:(.*)$/.exec(line)?.[1]?.trim();
  if (name === undefined) return { kind: "folder", folder: line };
  if (name === "" || name.length > 200 || /[/\\:]/.test(name))
    reader.refuse(`Input ${input} must name an artifact behind artifact:, such as artifact:analytics-run.`);
  return { kind: "artifact", name };
}

// Inputs of the steps that send nothing. The step `run` starts without this file.

/** Reads the input `working-directory` of a step that reads and writes nothing outside of the workspace. */
export function readFolderOfWorkspace(reader: InputReader, env: Env): string {
  const folder = readWorkingDirectory(reader, env);
  if (!isInside(workspaceOf(env), folder)) reader.refuse("Input working-directory must be a folder of the workspace.");
  return folder;
}

/** Reads the input `families`: `GLOB=FAMILY`, one in each line, for files without a family in their name. */
export function readFamilies(reader: InputReader): Readonly<Record<string, FamilyId>> {
  const families = new Map<string, FamilyId>();
  for (const [index, line] of reader.paths("families").entries()) {
    const at = line.lastIndexOf("=");
    const glob = line.slice(0, Math.max(0, at)).trim();
    const family = line.slice(at + 1).trim();
    if (glob !== "" && isFamilyId(family)) {
      // The first glob that matches counts.
      if (!families.has(glob)) families.set(glob, family);
    } else {
      reader.refuse(
        `Input families: entry ${index + 1} must be GLOB=FAMILY, such as risk/*.json=spar. The families are ${familyIds.join(", ")}.`,
      );
    }
  }
  return Object.fromEntries(families);
}

// What the inputs of a step need to know of a project file. The reader of the file is loaded only if there is one.

/** What only a project file says. */
export interface ProjectValues {
  /** Families by glob. */
  readonly families?: Readonly<Record<string, FamilyId>>;
  /** Globs of checks files. */
  readonly checks?: readonly string[] | undefined;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties?: UnknownProperties;
  /** The dates and the currency of the set. */
  readonly fixedValues?: FixedValues | undefined;
}

/** Where a step finds its project file, and the set of it. */
interface ProjectChoice {
  readonly workingDirectory: string;
  readonly set: string | undefined;
}

/** Whether a step has to read a project file. */
export function mayHaveProject(workingDirectory: string, set: string | undefined): boolean {
  return set !== undefined || existsSync(`${workingDirectory}/analytics-engines.json`);
}

/** @throws UserError if the working directory does not exist */
export function requireFolder(workingDirectory: string): void {
  if (statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UserError(
    `Input working-directory: there is no folder ${workingDirectory}. Name a folder of the repository, and check the repository out before this step.`,
  );
}

/**
 * Joins the inputs of a step with the project file, whose issues are annotated at their lines. The file comes with the branch, so it has no
 * say in where credentials go: a connection of it only has to be for the address of the inputs.
 *
 * @param given the inputs that the user set, which come before the project file
 * @param baseUrl the input base-url; undefined for a step that sends nothing
 * @returns the settings, the connection, and what both actions take from the file into their inputs
 * @throws UserError if the file has errors or no such set, or if its connection is for another address than the input base-url
 */
export function joinProject(
  { workingDirectory, set }: ProjectChoice,
  given: CommonSettings,
  baseUrl: string | undefined,
  { log, env }: Pick<Step, "log" | "env">,
) {
  const file = findProject(workingDirectory);
  const workspace = env["GITHUB_WORKSPACE"] || undefined;
  if (file !== undefined && file.issues.length > 0)
    annotateIssues(log, [{ path: PROJECT_FILE, issues: file.issues }], { workingDirectory, workspace });
  const open = openProject(file, set, workingDirectory);
  const settings = joinSettings(given, open, set);
  const connectionEntry = connectionOf(open, set);
  if (baseUrl !== undefined) requireOrigin(connectionEntry, baseUrl, "the input base-url");
  const values = { files: settings.files.value ?? [], ...valuesOf(settings) };
  return { settings, connectionEntry, values };
}
