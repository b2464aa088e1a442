import { readFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { rawScheme } from "./names.ts";
import { resultFile } from "./run-source.ts";
import type { Target } from "./targets.ts";

/** The files of documents that were opened here. An address that somebody else made up opens nothing. */
const files = new Map<string, string>();

/** The text of such a document. */
export async function readRaw(uri: vscode.Uri): Promise<string | undefined> {
  const file = files.get(uri.toString());
  return file === undefined ? undefined : readFile(file, "utf8");
}

/** Shows a result as it came. */
export async function openRaw({ source, unit }: Target): Promise<vscode.TextDocument> {
  const file = await resultFile(source, unit);
  const uri = vscode.Uri.from({ scheme: rawScheme, path: `/${path.basename(file)}`, query: file });
  files.set(uri.toString(), file);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
  return document;
}
