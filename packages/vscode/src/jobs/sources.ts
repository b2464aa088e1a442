import { type FamilyId, familyIds, isFamilyId } from "@analytics-engines/core";
import * as vscode from "vscode";
import type { Source } from "./prepare-file.ts";

/** What the user picked by hand in the editor's language status, by document. */
const pickedKey = "analyticsEngines.editor.kinds";

/** More files than these in one go are a mistake. */
const mostFiles = 2000;

/** The text of a parameter file as it is on disk; what is not saved yet is saved first, so that a run is of a file that is there. */
export async function readSource(context: vscode.ExtensionContext, uri: vscode.Uri): Promise<Source> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const picked = context.workspaceState.get<Record<string, string>>(pickedKey, {})[uri.toString()];
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", uri);
  const common = {
    path: vscode.workspace.asRelativePath(uri),
    families: settings.get<Record<string, FamilyId>>("families", {}),
    ...(picked !== undefined && isFamilyId(picked) ? { family: picked } : {}),
  };
  if (document?.isUntitled) return { ...common, text: document.getText() };
  if (document?.isDirty) await document.save();
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { ...common, uri: uri.toString(), text: new TextDecoder().decode(bytes), bytes };
}

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
