import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { namesOf } from "../common/names-by-connection.ts";
import type { ServiceNames } from "../common/service-names.ts";
import { languageId } from "./kinds.ts";

/**
 * The names of the active connection, once the user has done something in this window: a file that was open when the window closed is open again, and
 * that alone must send nothing.
 */
export interface NameLookupGate {
  /** Undefined before the user acts, without a connection, in a workspace that is not trusted, or where a setting says so. */
  current(): ServiceNames | undefined;
  /** The user did something that names are wanted for. */
  open(): void;
  readonly onDidChange: vscode.Event<void>;
}

export function createNameLookupGate(context: vscode.ExtensionContext, services: Services): NameLookupGate {
  const names = namesOf(services);
  const changed = new vscode.EventEmitter<void>();
  let isOpen = services.connections.hasSwitched();
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    changed.fire();
  };
  context.subscriptions.push(
    changed,
    names.onDidChange(() => changed.fire()),
    services.connections.onDidChangeActive(open),
    vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
      // Without a kind it was VS Code or an extension that moved the cursor.
      if (kind !== undefined && textEditor.document.languageId === languageId) open();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.names")) changed.fire();
    }),
  );
  return {
    current() {
      const wanted = vscode.workspace.getConfiguration("analyticsEngines.editor").get("names", true);
      return isOpen && wanted ? names.active() : undefined;
    },
    open,
    onDidChange: changed.event,
  };
}
