import { count } from "@analytics-engines/core/basics";
import { findFiles } from "../files/find-files.ts";
import { resultIds } from "../files/parameter-files.ts";
import { findProject, openProject } from "../project/open-project.ts";
import { type CommonSettings, joinSettings, valuesOf } from "../project/settings.ts";
import { prepareRun } from "../run-steps/prepare-run.ts";
import { UserError } from "../user-error.ts";

/** The most errors of parameter files that a message lists. */
const MAX_ERRORS = 20;

/**
 * Finds the files of globs, reads the project file beside them, checks the files, and makes them ready to run.
 *
 * @param workspace absolute
 * @param given the settings that precede those of the project file
 * @throws UserError that names each error of a file with its line and its column, and each glob without a file
 */
export async function prepareRunFiles(
  globs: string | readonly string[],
  workspace: string,
  given: CommonSettings,
  set: string | undefined,
) {
  const settings = joinSettings(given, openProject(findProject(workspace), set, workspace), set);
  const patterns = typeof globs === "string" ? [globs] : globs;
  const selection = findFiles(workspace, { patterns, families: settings.families.value }, { isTyped: true });
  if (selection.unmatched.length > 0)
    throw new UserError(
      selection.unmatched.map((glob) => `${glob} matches no parameter file in ${workspace}. Check the glob.`),
    );
  const source = { kind: "found", paths: selection.files, isTyped: true } as const;
  const run = await prepareRun({ folder: workspace, source, settings: valuesOf(settings) });
  const lines = [...run.problems, ...run.errors];
  if (lines.length > 0)
    throw new UserError([
      ...lines.slice(0, MAX_ERRORS),
      ...(lines.length > MAX_ERRORS ? [`${count(lines.length - MAX_ERRORS, "more error")}.`] : []),
      "Nothing was sent to the service.",
    ]);
  return {
    files: run.files,
    /** The ids of the units of a file. */
    idsOf: (file: string) => resultIds(run.parameters.get(file)),
    /** Jobs in progress at the same time. */
    concurrency: settings.maxConcurrency.value,
  };
}
