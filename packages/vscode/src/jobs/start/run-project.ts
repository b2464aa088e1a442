import type { FixedValues } from "@analytics-engines/core/files";
import { placeText } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/host";
import type { ConnectionEntry } from "@analytics-engines/runs/project";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showIssue } from "../../common/places.ts";
import { PROJECT_FILE_NAME, readProjectIn } from "../../common/projects.ts";

/** What the project file of a folder of the workspace says about a run. */
export interface RunProject {
  /** The path of the folder. */
  readonly folder: string;
  /** Globs of the files of the set or of the project. */
  readonly files: readonly string[] | undefined;
  /** The dates and the currency of the set. */
  readonly fixedValues: FixedValues | undefined;
  readonly connectionEntry: ConnectionEntry | undefined;
  /** Globs of checks files. */
  readonly checks: readonly string[] | undefined;
  readonly outputFolder: string | undefined;
  readonly maxConcurrency: number | undefined;
}

/**
 * Reads the project file of a folder.
 * @param folder the folder of the workspace; only one of this machine has a project
 * @param set the set that runs; undefined for single files
 * @throws UserError if the file has errors, or no such set
 */
export async function readRunProject(folder: vscode.Uri | undefined, set?: string): Promise<RunProject | undefined> {
  const file = folder?.scheme === "file" ? await readProjectIn(folder) : undefined;
  if (folder === undefined || file === undefined) return undefined;
  const error = file.issues.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    const where = `${PROJECT_FILE_NAME}:${placeText(error.range)}`;
    const actions = [showIssue(vscode.Uri.joinPath(folder, PROJECT_FILE_NAME), error)];
    throw new UserError(l10n.t("Nothing was run. {0}: {1}", where, error.message), { actions });
  }
  const { connectionOf, openProject } = await import("@analytics-engines/runs/project");
  const open = openProject(file, set, folder.fsPath);
  if (open === undefined) return undefined;
  const { project, set: openSet } = open;
  const { dates, currency } = openSet ?? {};
  return {
    folder: folder.fsPath,
    files: openSet?.files ?? project.files,
    fixedValues: dates === undefined && currency === undefined ? undefined : { dates, currency },
    connectionEntry: connectionOf(open, set),
    checks: project.checks,
    outputFolder: project.outputFolder,
    maxConcurrency: project.maxConcurrency,
  };
}
