import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { listJsonFiles } from "../../common/find-files.ts";
import { isProjectFile, loadReaders, PROJECT_FILE_NAME } from "../../common/project-settings.ts";
import { type ChecksIssues, findChecksIssues } from "../language/cell-issues.ts";
import type { Sweeps } from "./sweeps.ts";

/** In a larger folder no glob is judged. */
const MAX_FILES = 20_000;

/** What the text of a project file or a checks file has wrong, without a look at other files. No other mistake has a fix. */
export async function textIssues(uri: vscode.Uri, text: string): Promise<readonly Issue[]> {
  const { readChecks, readProject } = await loadReaders();
  return (isProjectFile(uri) ? readProject(text) : readChecks(text)).issues;
}

/** What is wrong in a project file, or in a checks file and the cells in which it has limits. */
export async function settingsIssues(
  uri: vscode.Uri,
  text: string,
  sweeps: Pick<Sweeps, "beside">,
): Promise<ChecksIssues> {
  const cellIssues = new Map<string, readonly Issue[]>();
  if (isProjectFile(uri)) return { issues: await projectIssues(uri, text), cellIssues };
  const { hasLimitColumn, readChecks } = await loadReaders();
  const file = readChecks(text);
  if (!file.checks.some(hasLimitColumn)) return { issues: file.issues, cellIssues };
  const tables = (await sweeps.beside(uri)).map(({ uri: sweep, table }) => {
    return { path: vscode.workspace.asRelativePath(sweep, false), table };
  });
  return findChecksIssues(file, tables);
}

/** What is wrong in a project file, and its globs that match no file. */
export async function projectIssues(uri: vscode.Uri, text: string): Promise<readonly Issue[]> {
  const { readProject, unmatchedGlobs } = await loadReaders();
  const file = readProject(text);
  const folder = folderOfProject(uri);
  const all = folder && file.project && (await listJsonFiles(folder, MAX_FILES));
  return all === undefined ? file.issues : [...file.issues, ...unmatchedGlobs(file, all)];
}

/** The folder of the workspace whose project file this is; one below counts for nothing. */
export function folderOfProject(uri: vscode.Uri): vscode.Uri | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder?.scheme !== "file") return undefined;
  return vscode.Uri.joinPath(folder, PROJECT_FILE_NAME).toString() === uri.toString() ? folder : undefined;
}
