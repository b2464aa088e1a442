import type * as vscode from "vscode";
import { type DocumentKind, documentKinds } from "./kinds.ts";

/** The kinds that the user picked by hand, by document, in the workspace's own storage. */
const pickedKey = "analyticsEngines.editor.kinds";

type Storage = Pick<vscode.ExtensionContext, "workspaceState">;

/** What the user picked for a document. */
export function pickedKind(context: Storage, uri: vscode.Uri): DocumentKind | undefined {
  const word = picksOf(context)[uri.toString()];
  return documentKinds.find((kind) => kind === word);
}

/** Keeps what the user picked for a document; undefined takes it back. */
export async function keepPick(context: Storage, uri: vscode.Uri, kind: DocumentKind | undefined): Promise<void> {
  const { [uri.toString()]: _before, ...others } = picksOf(context);
  await context.workspaceState.update(pickedKey, kind ? { ...others, [uri.toString()]: kind } : others);
}

function picksOf({ workspaceState }: Storage): Readonly<Record<string, string>> {
  return workspaceState.get(pickedKey, {});
}
