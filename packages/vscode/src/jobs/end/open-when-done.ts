import * as vscode from "vscode";
import { executeCommand } from "../../services/commands.ts";
import type { Runs } from "../runs/runs.ts";
import type { RunView } from "../store/run.ts";

/**
 * Opens the results of a run beside the editor that it was begun in, unless the settings say otherwise. The focus stays where it is.
 * @returns false if the run was begun elsewhere, its editor is no longer visible, or it has no results
 */
export async function openBesideEditor(runs: Runs, { record }: RunView): Promise<boolean> {
  const uri = runs.startingFiles.get(record.id);
  runs.startingFiles.delete(record.id);
  const isWanted = vscode.workspace.getConfiguration("analyticsEngines").get("results.openWhenDone", true);
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri?.toString());
  if (!isWanted || editor?.viewColumn === undefined || !record.end?.succeeded) return false;
  const opened = await executeCommand("analyticsEngines.results.open", { run: record.id }, editor.viewColumn + 1);
  return opened !== undefined;
}
