import { type FamilyId, isFamilyId } from "@analytics-engines/core";
import type { TemplateKind, UnknownProperties } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { pickedKind } from "./picks.ts";

/** What tells the kind of a file beside its text. */
export interface KindOptions {
  /** Relative to the folder that is open. */
  readonly path: string;
  /** What the user picked by hand. */
  readonly family?: FamilyId;
  readonly template?: TemplateKind;
  /** Families by glob, from the settings. */
  readonly families: Readonly<Record<string, FamilyId>>;
  /** How severe a property is that the models do not have, from the settings. */
  readonly unknownProperties: UnknownProperties;
}

/** A parameter file as its author left it. */
export interface WrittenFile extends KindOptions {
  readonly text: string;
  /** The bytes of the file; absent for a text that was never saved. */
  readonly bytes?: Uint8Array;
  readonly uri?: string;
}

export function kindOptions(context: vscode.ExtensionContext, uri: vscode.Uri): KindOptions {
  const picked = pickedKind(context, uri);
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", uri);
  return {
    path: vscode.workspace.asRelativePath(uri),
    families: settings.get<Record<string, FamilyId>>("families", {}),
    unknownProperties: settings.get<UnknownProperties>("unknownProperties", "error"),
    ...(picked === undefined ? {} : isFamilyId(picked) ? { family: picked } : { template: picked }),
  };
}

/** Reads a parameter file to send it. What is not saved yet is saved first, so that what is sent is of a file that is there. */
export async function readWritten(context: vscode.ExtensionContext, uri: vscode.Uri): Promise<WrittenFile> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const common = kindOptions(context, uri);
  if (document?.isUntitled) return { ...common, text: document.getText() };
  if (document?.isDirty) await document.save();
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { ...common, uri: uri.toString(), text: new TextDecoder().decode(bytes), bytes };
}
