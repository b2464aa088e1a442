import type { DocumentKind } from "@analytics-engines/core/families/facts";
import type * as vscode from "vscode";
import { fileKinds } from "../language/text/kinds.ts";

/** The key in the storage of the workspace: the kinds that the user selected, by document. */
const pickedKey = "analyticsEngines.editor.kinds";

type Storage = Pick<vscode.ExtensionContext, "workspaceState">;

/** The kind that the user selected for a document. */
export function pickedKind(context: Storage, uri: vscode.Uri): DocumentKind | undefined {
  const word = picksOf(context)[uri.toString()];
  return fileKinds.find((kind) => kind === word);
}

/** Stores the kind that the user selected for a document; undefined removes it. */
export async function keepPick(context: Storage, uri: vscode.Uri, kind: DocumentKind | undefined): Promise<void> {
  const { [uri.toString()]: _before, ...others } = picksOf(context);
  await context.workspaceState.update(pickedKey, kind ? { ...others, [uri.toString()]: kind } : others);
}

function picksOf({ workspaceState }: Storage): Readonly<Record<string, string>> {
  return workspaceState.get(pickedKey, {});
}
