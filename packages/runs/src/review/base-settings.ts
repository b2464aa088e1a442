import { parseTolerance } from "@analytics-engines/core/basics";
import type { Project } from "@analytics-engines/core/files";
import { PROJECT_FILE, placeText } from "@analytics-engines/core/parameters";
import type { Tolerance } from "@analytics-engines/core/results";
import type { Selection } from "../files/select-files.ts";
import type { Git } from "../git/git.ts";
import { findCommittedProject } from "../project/committed-project.ts";
import { UserError } from "../user-error.ts";
import { readTolerances } from "./tolerances.ts";

/** What a review judges by. It comes from the base, so that no change can loosen its own review. */
export interface BaseSettings {
  readonly tolerances: readonly Tolerance[];
  /** Globs of checks files. */
  readonly checks: readonly string[];
  /** The parameter files of the project, with their families by glob. */
  readonly selection: Selection;
}

/**
 * Joins what the user set with the project file of the base.
 * @param given a file of tolerances on the base, and globs of checks files
 * @throws UserError if a file of the base is missing or has errors
 */
export async function readBaseSettings(
  git: Git,
  base: string,
  given: { readonly tolerances: string | undefined; readonly checks: readonly string[] },
): Promise<BaseSettings> {
  const project = await readBaseProject(git, base);
  return {
    tolerances:
      given.tolerances === undefined
        ? (project?.tolerances ?? []).flatMap((text) => parseTolerance(text) ?? [])
        : await readTolerances(git, base, given.tolerances),
    checks: given.checks.length > 0 ? given.checks : (project?.checks ?? []),
    selection: { patterns: project?.files ?? [], families: project?.families ?? {} },
  };
}

async function readBaseProject(git: Git, base: string): Promise<Project | undefined> {
  const file = await findCommittedProject(git, base);
  if (file === undefined || file.project !== undefined) return file?.project;
  const errors = file.issues.filter(({ severity }) => severity === "error");
  throw new UserError([
    ...errors.map(({ range, message }) => `${PROJECT_FILE}:${placeText(range)} on the base: ${message}`),
    "A review reads the project file of the base. Correct it there first.",
  ]);
}
