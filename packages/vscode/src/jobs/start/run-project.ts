import path from "node:path";
import { isReservedFolder, withSlashes } from "@analytics-engines/core/basics";
import type { FixedValues } from "@analytics-engines/core/files";
import { placeText } from "@analytics-engines/core/parameters";
import {
  type ConnectionEntry,
  connectionOf,
  isInside,
  linkOutOf,
  openProject,
  realPath,
} from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { folderOf } from "../../common/folder-storage.ts";
import { PROJECT_FILE_NAME, readProjectIn } from "../../common/project-settings.ts";
import { showIssue } from "../../common/vscode-util.ts";
import { openResultsSetting, RESULTS_FOLDER_SETTING } from "../runs/folder-errors.ts";
import type { PreparedFile } from "./prepare.ts";

/** What the project file of a folder of the workspace says about a run. */
export interface RunProject {
  /** The path of the folder. */
  readonly folder: string;
  /** The set that runs; undefined for single files. */
  readonly set: string | undefined;
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
  const open = openProject(file, set, folder.fsPath);
  if (open === undefined) return undefined;
  const { project, set: openSet } = open;
  const { dates, currency } = openSet ?? {};
  return {
    folder: folder.fsPath,
    set,
    files: openSet?.files ?? project.files,
    fixedValues: dates === undefined && currency === undefined ? undefined : { dates, currency },
    connectionEntry: connectionOf(open, set),
    checks: project.checks,
    outputFolder: project.outputFolder,
    maxConcurrency: project.maxConcurrency,
  };
}

/** The run folder in the workspace; undefined unless the settings or the project file ask for one. The settings come first. */
export async function resultsFolder(
  files: readonly PreparedFile[],
  startedAt: string,
  id: string,
  outputFolder: string | undefined,
): Promise<string | undefined> {
  const setting = vscode.workspace.getConfiguration("analyticsEngines").get("jobs.resultsFolder", "").trim();
  // As in the project file: a path that was written on Windows names the same folder on every system.
  const folderSetting = withSlashes(setting || (outputFolder ?? ""));
  if (folderSetting === "") return undefined;
  const workspace = folderOf(files[0]?.file.uri) ?? vscode.workspace.workspaceFolders?.[0];
  if (workspace?.uri.scheme !== "file") return undefined;
  const root = workspace.uri.fsPath;
  const parent = path.resolve(root, folderSetting);
  if (path.isAbsolute(folderSetting) || /^[a-z]:/i.test(folderSetting) || !isInside(root, parent)) {
    throw new UserError(
      l10n.t(
        'The folder for results "{0}" is outside the workspace. Change the setting "{1}".',
        folderSetting,
        RESULTS_FOLDER_SETTING,
      ),
      { actions: [openResultsSetting()] },
    );
  }
  const target = linkOutOf(root, parent);
  if (target !== undefined) {
    throw new UserError(
      l10n.t(
        'A link leads the folder for results "{0}" to {1}, outside the workspace. Remove the link, or change the setting "{2}".',
        parent,
        target,
        RESULTS_FOLDER_SETTING,
      ),
      { actions: [openResultsSetting()] },
    );
  }
  if (isReservedFolder(path.relative(realPath(root), realPath(parent))))
    throw new UserError(
      l10n.t(
        'The folder for results "{0}" is in .git, .github or .vscode, where no run writes. Change the setting "{1}".',
        folderSetting,
        RESULTS_FOLDER_SETTING,
      ),
      { actions: [openResultsSetting()] },
    );
  const name = `${startedAt.slice(0, 19).replaceAll(":", "-")}-${id.slice(0, 8)}`;
  // The command has the folder of the project file for one run, so each run of the editor lies beside it.
  return setting === "" ? `${parent}-${name}` : path.join(parent, name);
}
