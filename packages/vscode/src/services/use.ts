import * as vscode from "vscode";
import { logError } from "./commands.ts";
import type { Services } from "./services.ts";

/** Whether the extension is in use in this window. If it is not, it shows no status item and no entries in the menus of files and folders. */
export interface Use {
  isInUse(): boolean;
  readonly onDidChange: vscode.Event<void>;
}

/** Watches the signs of use: an active connection, a run in the history of the workspace, and a parameter file that was open. */
export function watchUse({ connections, subscriptions }: Services, mayHaveHistory: () => boolean): Use {
  const changed = new vscode.EventEmitter<void>();
  const isParameterFile = ({ languageId }: vscode.TextDocument) => languageId === "analytics-engines";
  let hadFile = vscode.workspace.textDocuments.some(isParameterFile);
  subscriptions.push(
    changed,
    connections.onDidChangeActive(() => changed.fire()),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (hadFile || !isParameterFile(document)) return;
      hadFile = true;
      changed.fire();
    }),
  );
  return {
    isInUse: () => hadFile || connections.active() !== undefined || mayHaveHistory(),
    onDidChange: changed.event,
  };
}

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
