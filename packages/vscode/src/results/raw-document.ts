import path from "node:path";
import * as vscode from "vscode";
import { showDocument } from "../common/read-only-documents.ts";
import { rawScheme } from "./names.ts";
import { resultBytes, resultFile, type Target } from "./run-source.ts";

/** The results of the open documents. Any other address has no text. */
const opened = new Map<string, Target>();

/** Reads the text of a document. @throws UserError if the result has changed since the run stored it */
export async function readRaw(uri: vscode.Uri): Promise<string | undefined> {
  const target = opened.get(uri.toString());
  return target && new TextDecoder().decode(await resultBytes(target.source, target.unit));
}

/** Shows a result unchanged. */
export async function openRaw(target: Target): Promise<vscode.TextDocument> {
  const file = await resultFile(target.source, target.unit);
  const uri = vscode.Uri.from({ scheme: rawScheme, path: `/${path.basename(file)}`, query: file });
  opened.set(uri.toString(), target);
  return (await showDocument(uri)).document;
}
