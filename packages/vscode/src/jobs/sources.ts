import { familyIds } from "@analytics-engines/core";
import * as vscode from "vscode";

/** More files than these in one go are a mistake. */
const mostFiles = 2000;

/** The parameter files among what is selected, folders with all that is in them, each once and in order. */
export async function findParameterFiles(selected: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const found = new Map<string, vscode.Uri>();
  for (const uri of selected) {
    const { type } = await vscode.workspace.fs.stat(uri);
    const uris = (type & vscode.FileType.Directory) !== 0 ? await filesIn(uri) : [uri];
    for (const one of uris) found.set(one.toString(), one);
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function filesIn(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, `**/*.{${familyIds.join(",")}}.json`);
  return vscode.workspace.findFiles(pattern, "**/node_modules/**", mostFiles);
}
