import * as vscode from "vscode";
import { EDITOR_TYPE } from "../source/names.ts";

/** The manifests that were opened as a run. A user who opens one as text afterwards wants the text. */
const opened = new Set<string>();

/** Opens the manifest of a run as a run instead of as text, once in a window. */
export async function openManifestAsRun({ document, viewColumn }: vscode.TextEditor): Promise<void> {
  const { uri } = document;
  const tab = vscode.window.tabGroups.all
    .find((group) => group.viewColumn === viewColumn)
    ?.tabs.find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  if (tab === undefined || opened.has(uri.toString()) || document.isDirty) return;
  opened.add(uri.toString());
  await vscode.commands.executeCommand("vscode.openWith", uri, EDITOR_TYPE, viewColumn);
  await vscode.window.tabGroups.close(tab);
}
