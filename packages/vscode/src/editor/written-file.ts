import { type FamilyId, isFamilyId } from "@analytics-engines/core";
import type { TemplateKind } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { pickedKind } from "./picks.ts";

/** A parameter file as its author left it, with what tells its kind. */
export interface WrittenFile {
  readonly text: string;
  /** The bytes of the file; absent for a text that was never saved. */
  readonly bytes?: Uint8Array;
  /** Relative to the folder that is open. */
  readonly path: string;
  readonly uri?: string;
  /** What the user picked by hand. */
  readonly family?: FamilyId;
  readonly template?: TemplateKind;
  /** Families by glob, from the settings. */
  readonly families: Readonly<Record<string, FamilyId>>;
}

/** Reads a parameter file to send it. What is not saved yet is saved first, so that what is sent is of a file that is there. */
export async function readWritten(context: vscode.ExtensionContext, uri: vscode.Uri): Promise<WrittenFile> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const picked = pickedKind(context, uri);
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", uri);
  const common = {
    path: vscode.workspace.asRelativePath(uri),
    families: settings.get<Record<string, FamilyId>>("families", {}),
    ...(picked === undefined ? {} : isFamilyId(picked) ? { family: picked } : { template: picked }),
  };
  if (document?.isUntitled) return { ...common, text: document.getText() };
  if (document?.isDirty) await document.save();
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { ...common, uri: uri.toString(), text: new TextDecoder().decode(bytes), bytes };
}
