import * as vscode from "vscode";
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
