import type { FamilyId } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { projectOf } from "./projects.ts";

/** Families by glob for a file or folder: those of the settings first, then those of the project file. */
export function familiesFor(uri: vscode.Uri): Readonly<Record<string, FamilyId>> {
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", uri).get("families", {});
  return { ...settings, ...projectOf(uri)?.families, ...settings };
}
