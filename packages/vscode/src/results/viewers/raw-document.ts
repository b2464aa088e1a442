import * as vscode from "vscode";
import { baseName } from "../../common/texts.ts";
import { showDocument } from "../../services/read-only-documents.ts";
import { RAW_SCHEME } from "../source/names.ts";
import { openResult, resultBytes, type Target } from "../source/run-source.ts";

/** The results of the open documents. Any other address has no text. */
const opened = new Map<string, Target>();

/** Reads the text of a document. @throws UserError if the result has changed since the run stored it */
export async function readRaw(uri: vscode.Uri): Promise<string | undefined> {
  const target = opened.get(uri.toString());
  return target && new TextDecoder().decode(await resultBytes(target.source, target.unit));
}

/** Shows a result unchanged. */
export async function openRaw(target: Target): Promise<vscode.TextDocument> {
  const { source, unit } = target;
  // Throws here, because VS Code would not show the message of an error while it reads the text.
  await (await openResult(source, unit)).close();
  const file = unit.file ?? "";
  const uri = vscode.Uri.from({ scheme: RAW_SCHEME, path: `/${baseName(file)}`, query: `${source.folder}/${file}` });
  opened.set(uri.toString(), target);
  return (await showDocument(uri)).document;
}
