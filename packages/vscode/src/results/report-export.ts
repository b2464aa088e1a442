import path from "node:path";
import * as vscode from "vscode";
import { editorType } from "./names.ts";

/** Reports that a file was exported, with a button that opens it. */
export async function reportExport(file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t("Open");
  const name = path.posix.basename(file.path);
  if ((await vscode.window.showInformationMessage(vscode.l10n.t("Exported {0}.", name), open)) !== open) return;
  const kind = path.posix.extname(name).toLowerCase();
  if (kind === ".arrow") await vscode.commands.executeCommand("vscode.openWith", file, editorType);
  // A text or a picture opens in VS Code, anything else in the program of the system.
  else if ([".csv", ".json", ".svg", ".png"].includes(kind)) await vscode.commands.executeCommand("vscode.open", file);
  else await vscode.env.openExternal(file);
}
