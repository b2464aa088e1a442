import * as vscode from "vscode";
import { baseName } from "../../common/texts.ts";
import { EDITOR_TYPE } from "../source/names.ts";

/** Reports that a file was exported, with a button that opens it where VS Code or the user's own machine can. */
export async function reportExport(file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t("Open");
  const name = baseName(file.path);
  const kind = /\.[^.]+$/.exec(name)?.[0]?.toLowerCase() ?? "";
  const opensHere = [".arrow", ".csv", ".json", ".svg", ".png"].includes(kind);
  const buttons = opensHere || vscode.env.remoteName === undefined ? [open] : [];
  const clickedButton = await vscode.window.showInformationMessage(vscode.l10n.t("Exported {0}.", name), ...buttons);
  if (clickedButton !== open) return;
  if (kind === ".arrow") await vscode.commands.executeCommand("vscode.openWith", file, EDITOR_TYPE);
  else if (opensHere) await vscode.commands.executeCommand("vscode.open", file);
  else await vscode.env.openExternal(file);
}
