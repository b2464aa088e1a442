import { UserError } from "@analytics-engines/runs/user-error";
import * as vscode from "vscode";
import { editorType } from "../source/names.ts";
import type { Viewer } from "./viewer.ts";
import type { Viewers } from "./viewers.ts";

/** Opens a file as a result or a run folder, by default the file of the active editor. Returns its page. */
export async function openAsResult(viewers: Viewers, given: unknown): Promise<Viewer | undefined> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined)
    throw new UserError(vscode.l10n.t("No file is open. Open a result, or the manifest of a run folder."));
  await vscode.commands.executeCommand("vscode.openWith", uri, editorType);
  return viewers.active();
}
