import * as vscode from "vscode";
import { logError } from "./commands.ts";
import type { Services } from "./services.ts";

/** The languages of documents that may be parameter files. */
const languages: readonly string[] = ["analytics-engines", "json", "jsonc"];
/** A file that may have the rows of a sweep. */
const ROW_FILE = /\.(csv|tsv)$/i;

/** Activates the editor when a document is open that may be a parameter file. */
export async function activateWithDocument(services: Services, editor: () => Promise<unknown>): Promise<void> {
  const isForEditor = ({ languageId, uri }: vscode.TextDocument) =>
    languages.includes(languageId) || ROW_FILE.test(uri.path);
  services.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (isForEditor(document)) editor().catch((error: unknown) => logError(services, error));
    }),
  );
  if (vscode.workspace.textDocuments.some(isForEditor)) await editor();
}
