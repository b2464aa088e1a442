import path from "node:path";
import { replaceWith, writeBatches } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
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

/** Writes an export to a file of this machine. @throws UserError for another file */
export async function writeExport(file: vscode.Uri, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  if (file.scheme !== "file")
    throw new UserError(l10n.t("{0} is not on this machine. Export to a local file.", file.toString()));
  await writeWhole(file.fsPath, pieces);
}

/** Writes a whole file or, after an error, none. */
export function writeWhole(file: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const name = path.basename(file);
  const how = { temporary: `.${name}.${process.pid}.partial`, isSynced: false };
  return replaceWith(path.dirname(file), name, (partial) => writeBatches(partial, pieces), how);
}
