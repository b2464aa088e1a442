import { UserError } from "@analytics-engines/runs/host";
import * as vscode from "vscode";
import { EDITOR_TYPE } from "../source/names.ts";
import type { Viewer } from "./viewer.ts";
import type { Viewers } from "./viewers.ts";

/** Opens a file as a result or a run folder, by default the file of the active editor. Returns its page. */
export async function openAsResult(viewers: Viewers, argument: unknown): Promise<Viewer | undefined> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined)
    throw new UserError(vscode.l10n.t("No file is open. Open a result, or the manifest of a run folder."));
  await vscode.commands.executeCommand("vscode.openWith", uri, EDITOR_TYPE);
  return viewers.active();
}
