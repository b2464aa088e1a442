import type { FamilyId } from "@analytics-engines/core/families/facts";
import * as vscode from "vscode";

/** Families by glob, from the settings for a file or folder. */
export function familiesFor(scope: vscode.ConfigurationScope): Readonly<Record<string, FamilyId>> {
  return vscode.workspace.getConfiguration("analyticsEngines.editor", scope).get("families", {});
}
