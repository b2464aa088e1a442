import * as vscode from "vscode";
import { type ExportFormat, exportResult } from "../results/export-commands.ts";
import type { Target } from "../results/run-source.ts";

/** Exports a result to a file that VS Code writes, by default one that the user chooses. Returns its address. */
export function exportToWorkspace(target: Target, format: ExportFormat, to: unknown): Promise<vscode.Uri> {
  return exportResult(target, format, to, async (file, pieces) => {
    const parts: BlobPart[] = [];
    for await (const piece of pieces) parts.push(new Uint8Array(piece));
    await vscode.workspace.fs.writeFile(file, new Uint8Array(await new Blob(parts).arrayBuffer()));
  });
}
