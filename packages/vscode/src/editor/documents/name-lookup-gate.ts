import * as vscode from "vscode";
import { namesOf } from "../../services/names-by-connection.ts";
import type { Services } from "../../services/services.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { Sweeps } from "./sweeps.ts";

/**
 * The names of the active connection, available once the user has acted in this window. VS Code reopens the files of the last window, which alone
 * must not send requests.
 */
export type NameLookupGate = ReturnType<typeof createNameLookupGate>;

/** @param sweeps whose rows the user may edit */
export function createNameLookupGate(services: Services, sweeps: Pick<Sweeps, "isRead">) {
  const namesByConnection = namesOf(services);
  const changed = new vscode.EventEmitter<void>();
  let isOpen = services.connections.hasSwitched();
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    changed.fire();
  };
  services.subscriptions.push(
    changed,
    namesByConnection.onDidChange(() => changed.fire()),
    services.connections.onDidChangeActive(open),
    vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
      // Without a kind, VS Code or an extension has moved the cursor.
      const { languageId, uri } = textEditor.document;
      if (kind !== undefined && (languageId === LANGUAGE_ID || sweeps.isRead(uri))) open();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.names")) changed.fire();
    }),
  );
  const isEnabled = () => vscode.workspace.getConfiguration("analyticsEngines.editor").get("names", true);
  return {
    /** Undefined before the user acts, without a connection, in a workspace that is not trusted, and if a setting turns names off. */
    current() {
      return isOpen && isEnabled() ? namesByConnection.active() : undefined;
    },
    /** Whether names are looked up, now or once the user acts. */
    isWanted: () => isEnabled() && namesByConnection.active() !== undefined,
    /** Reports an action of the user that needs names. */
    open,
    onDidChange: changed.event,
  };
}
