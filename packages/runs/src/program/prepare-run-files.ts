import { count } from "@analytics-engines/core/basics";
import { placeText } from "@analytics-engines/core/parameters";
import { findFiles } from "../files/find-files.ts";
import { resultIds } from "../files/parameter-files.ts";
import type { RunFile } from "../folder/run-options.ts";
import { findProject, openProject } from "../project/open-project.ts";
import { type CommonSettings, checkRunFiles, joinSettings } from "../project/settings.ts";
import { parametersByPath, toRunFiles } from "../sweep/check-files.ts";
import { UserError } from "../user-error.ts";

/** The most errors of parameter files that a message lists. */
const MAX_ERRORS = 20;

export interface PreparedFiles {
  readonly files: readonly RunFile[];
  /** The ids of the units of each file, by path. */
  readonly unitIds: ReadonlyMap<string, readonly string[]>;
  /** Jobs in progress at the same time. */
  readonly concurrency: number;
}

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
): Promise<PreparedFiles> {
  const settings = joinSettings(given, openProject(findProject(workspace), set, workspace), set);
  const patterns = typeof globs === "string" ? [globs] : globs;
  const selection = findFiles(workspace, { patterns, families: settings.families.value }, { isTyped: true });
  if (selection.unmatched.length > 0)
    throw new UserError(
      selection.unmatched.map((glob) => `${glob} matches no parameter file in ${workspace}. Check the glob.`),
    );
  const checked = await checkRunFiles(workspace, selection.files, settings);
  const { ready, problems } = toRunFiles(checked, workspace);
  const errors = checked.flatMap(({ path, issues }) =>
    issues
      .filter(({ severity }) => severity === "error")
      .map(({ range, message }) => `${range.path ?? path}:${placeText(range)}: ${message}`),
  );
  const lines = [...problems, ...errors];
  if (lines.length > 0)
    throw new UserError([
      ...lines.slice(0, MAX_ERRORS),
      ...(lines.length > MAX_ERRORS ? [`${count(lines.length - MAX_ERRORS, "more error")}.`] : []),
      "Nothing was sent to the service.",
    ]);
  const unitIds = new Map(Array.from(parametersByPath(checked), ([path, parameters]) => [path, resultIds(parameters)]));
  return { files: ready, unitIds, concurrency: settings.maxConcurrency.value };
}
