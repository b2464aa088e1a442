import path from "node:path";
import { isReservedFolder } from "@analytics-engines/core/basics";
import { isInside, linkOutOf, realPath } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { openResultsSetting, RESULTS_FOLDER_SETTING } from "../runs/folder-error.ts";
import type { PreparedFile } from "./prepare-file.ts";

/** The folder of the workspace with a file; undefined without one. */
export function folderOf(uri: string | undefined): vscode.WorkspaceFolder | undefined {
  return uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
}

/** The run folder in the workspace; undefined unless the settings or the project file ask for one. The settings come first. */
export async function resultsFolder(
  files: readonly PreparedFile[],
  startedAt: string,
  id: string,
  outputFolder: string | undefined,
): Promise<string | undefined> {
  const setting = vscode.workspace.getConfiguration("analyticsEngines").get("jobs.resultsFolder", "").trim();
  const folderSetting = setting || (outputFolder ?? "");
  if (folderSetting === "") return undefined;
  const workspace = folderOf(files[0]?.file.uri) ?? vscode.workspace.workspaceFolders?.[0];
  if (workspace?.uri.scheme !== "file") return undefined;
  const root = workspace.uri.fsPath;
  const parent = path.resolve(root, folderSetting);
  if (path.isAbsolute(folderSetting) || !isInside(root, parent)) {
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
