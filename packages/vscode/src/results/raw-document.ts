import path from "node:path";
import * as vscode from "vscode";
import { rawScheme } from "./names.ts";
import { resultBytes, resultFile } from "./run-source.ts";
import type { Target } from "./targets.ts";

/** The results of documents that were opened here. An address that somebody else made up opens nothing. */
const opened = new Map<string, Target>();

/** The text of such a document. @throws UserError where the result is no longer what the run stored */
export async function readRaw(uri: vscode.Uri): Promise<string | undefined> {
  const target = opened.get(uri.toString());
  return target && new TextDecoder().decode(await resultBytes(target.source, target.unit));
}

/** Shows a result as it came. */
export async function openRaw(target: Target): Promise<vscode.TextDocument> {
  const file = await resultFile(target.source, target.unit);
  const uri = vscode.Uri.from({ scheme: rawScheme, path: `/${path.basename(file)}`, query: file });
  opened.set(uri.toString(), target);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
  return document;
}
