import * as vscode from "vscode";
import { type ExportFormat, exportResult } from "../results/export/export-commands.ts";
import type { Target } from "../results/source/run-source.ts";
import { joinedBytes } from "./joined-bytes.ts";

/** Exports a result to a file that VS Code writes, by default one that the user chooses. Returns its address. */
export function exportToWorkspace(target: Target, format: ExportFormat, to: unknown): Promise<vscode.Uri> {
  return exportResult(target, format, to, async (file, pieces) => {
    await vscode.workspace.fs.writeFile(file, await joinedBytes(pieces));
  });
}
