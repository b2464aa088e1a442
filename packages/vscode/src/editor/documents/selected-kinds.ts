import type { DocumentKind } from "@analytics-engines/core/basics";
import type * as vscode from "vscode";
import { fileKinds } from "../language/text/kinds.ts";

/** The key in the storage of the workspace: the kinds that the user selected, by document. */
const SELECTED_KINDS_KEY = "analyticsEngines.editor.kinds";

type Storage = Pick<vscode.ExtensionContext, "workspaceState">;

/** The kind that the user selected for a document. */
export function selectedKind(context: Storage, uri: vscode.Uri): DocumentKind | undefined {
  const word = selectedKinds(context)[uri.toString()];
  return fileKinds.find((kind) => kind === word);
}

/** Stores the kind that the user selected for a document; undefined removes it. */
export async function storeSelectedKind(
  context: Storage,
  uri: vscode.Uri,
  kind: DocumentKind | undefined,
): Promise<void> {
  const { [uri.toString()]: _before, ...others } = selectedKinds(context);
  await context.workspaceState.update(SELECTED_KINDS_KEY, kind ? { ...others, [uri.toString()]: kind } : others);
}

function selectedKinds({ workspaceState }: Storage): Readonly<Record<string, string>> {
  return workspaceState.get(SELECTED_KINDS_KEY, {});
}
