import * as vscode from "vscode";
import { findInFolder } from "../../common/find-files.ts";

/** The most files in one run: more are a mistake. */
const MAX_FILES = 2000;

/** The parameter files among the selected files and folders, each once and in order: those that the Action and the command find. */
export async function findParameterFiles(selected: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const filesByUri = new Map<string, vscode.Uri>();
  for (const uri of selected) {
    const { type } = await vscode.workspace.fs.stat(uri);
    const uris = (type & vscode.FileType.Directory) !== 0 ? (await findInFolder(uri)).files.slice(0, MAX_FILES) : [uri];
    for (const one of uris) filesByUri.set(one.toString(), one);
  }
  return [...filesByUri.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}
