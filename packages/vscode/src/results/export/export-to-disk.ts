import type * as vscode from "vscode";
import type { Target } from "../source/run-source.ts";
import { type ExportFormat, exportResult } from "./export-commands.ts";
import { writeExport } from "./write-whole.ts";

/** Exports a result to a file of this machine, by default one that the user chooses. Returns its address. */
export function exportToDisk(target: Target, format: ExportFormat, to: unknown): Promise<vscode.Uri> {
  return exportResult(target, format, to, writeExport);
}
