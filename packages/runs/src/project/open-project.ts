import { existsSync } from "node:fs";
import path from "node:path";
import { PROJECT_FILE } from "@analytics-engines/core/basics";
import { type Project, type ProjectFile, type ProjectSet, readProject } from "@analytics-engines/core/files";
import { placeText } from "@analytics-engines/core/parameters";
import { projectRoot } from "../files/confine.ts";
import { listFiles } from "../files/find-files.ts";
import { type CheckedFile, MAX_FILE_BYTES, readCommittedText, readConfined } from "../files/parameter-files.ts";
import type { Git } from "../git/git.ts";
import { UserError } from "../user-error.ts";
import { listGlobs, unmatchedGlobs } from "./unmatched-globs.ts";

const MAX_PROJECT_BYTES = 1024 * 1024;

/**
 * Reads the project file of a folder; undefined if the folder has none. Only this folder is looked at: a file above it may be another's.
 * @param folder absolute
 * @throws UserError if the file cannot be read. What is wrong in it is among its issues.
 */
export function findProject(folder: string): ProjectFile | undefined {
  const text = readProjectText(folder);
  return text === undefined ? undefined : readProject(text);
}

function readProjectText(folder: string): string | undefined {
  if (!existsSync(path.join(folder, PROJECT_FILE))) return undefined;
  const read = readConfined(folder, PROJECT_FILE, projectRoot(folder), MAX_PROJECT_BYTES);
  if ("problem" in read) throw new UserError(`${PROJECT_FILE} ${read.problem}.`);
  return read.text;
}

/**
 * The project file of a folder with an issue at each of its globs that matches no file; undefined where there is none.
 * @param folder absolute
 * @throws UserError if the file, or a folder that a glob names, cannot be read
 */
export function checkProjectGlobs(folder: string): CheckedFile | undefined {
  const text = readProjectText(folder);
  if (text === undefined) return undefined;
  const file = readProject(text);
  if (file.project === undefined) return undefined;
  const issues = unmatchedGlobs(file, listFiles(folder, { patterns: listGlobs(file.project) }));
  return issues.length === 0
    ? undefined
    : { path: PROJECT_FILE, text, parameters: undefined, issues, problem: undefined };
}

/** A project file without errors, and the set of it that a user named. */
export interface OpenProject {
  readonly project: Project;
  readonly set: ProjectSet | undefined;
  /** Where the file has a value: `analytics-engines.json:LINE`. */
  placeOf(...path: readonly string[]): string;
}

/**
 * Opens a project file without errors.
 * @param folder where the file was searched, for messages
 * @throws UserError with each error and its line and column, or if there is no such set
 */
export function openProject(
  file: ProjectFile | undefined,
  setName: string | undefined,
  folder: string,
): OpenProject | undefined {
  if (file === undefined) {
    if (setName === undefined) return undefined;
    throw new UserError(`There is no ${PROJECT_FILE} in ${folder}, which has the sets. Use the folder that has it.`);
  }
  const { project, issues, rangeOf } = file;
  if (project === undefined) {
    const errors = issues.filter(({ severity }) => severity === "error");
    throw new UserError(errors.map(({ range, message }) => `${PROJECT_FILE}:${placeText(range)}: ${message}`));
  }
  const sets = project.sets ?? {};
  if (setName !== undefined && !Object.hasOwn(sets, setName)) {
    const setNames = Object.keys(sets);
    const advice = setNames.length === 0 ? "Add it to `sets`." : `Its sets are ${setNames.join(", ")}.`;
    throw new UserError(`${PROJECT_FILE} has no set of this name. ${advice}`);
  }
  return {
    project,
    set: setName === undefined ? undefined : sets[setName],
    placeOf: (...path) => `${PROJECT_FILE}:${rangeOf(...path)?.start.line ?? 1}`,
  };
}

/** Reads the project file of git's folder as a commit has it; undefined if it has none. @throws UserError if it cannot be read */
export async function findCommittedProject(git: Git, commit: string): Promise<ProjectFile | undefined> {
  const read = await readCommittedText(git, commit, PROJECT_FILE, MAX_FILE_BYTES);
  if (read === undefined) return undefined;
  if ("problem" in read) throw new UserError(`${PROJECT_FILE} of commit ${commit.slice(0, 12)} ${read.problem}.`);
  return readProject(read.text);
}
