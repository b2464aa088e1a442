import path from "node:path";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { Target } from "../source/run-source.ts";
import { documentFile } from "../source/run-source.ts";
import { askFile, exportStem } from "./export-commands.ts";
import { reportExport } from "./report-export.ts";

/** Opens a document in an editor that an extension has for its kind, such as a preview of PDF, else in the default program of the system. */
export async function openDocument(target: Target): Promise<void> {
  if (!hasEditor(path.extname(target.unit.file ?? ""))) return openExternally(target);
  const file = await documentFile(target.source, target.unit);
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(file));
}

const contributedEditors = z.object({
  contributes: z.object({
    customEditors: z.array(z.object({ selector: z.array(z.object({ filenamePattern: z.string() })) })),
  }),
});

/** Whether an extension has an editor for the files with an ending. VS Code itself has none for PDF and PPTX. */
function hasEditor(ending: string): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const editors = contributedEditors.safeParse(packageJSON).data?.contributes.customEditors ?? [];
    return editors.some(({ selector }) =>
      selector.some(({ filenamePattern }) => filenamePattern.toLowerCase().endsWith(`*${ending.toLowerCase()}`)),
    );
  });
}

/**
 * Opens a result in the default program of the system. The files of a remote window are on another machine, whose programs the user does
 * not see: there the user saves the file instead.
 */
export async function openExternally(target: Target): Promise<void> {
  const { source, unit } = target;
  const file = vscode.Uri.file(await documentFile(source, unit));
  if (vscode.env.remoteName !== undefined) {
    const copy = await askFile(exportStem(target), path.posix.extname(file.path).slice(1));
    await vscode.workspace.fs.copy(file, copy, { overwrite: true });
    void reportExport(copy);
  } else if (!(await vscode.env.openExternal(file)))
    throw new UserError(l10n.t("The system has no program for {0}. Install one.", file.fsPath));
}
