import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { editorType, panelType, rawScheme } from "./names.ts";

/** Results as VS Code itself may ask for them: in panels that were open when the window closed, and in editors of files. */
export function activateResults(context: vscode.ExtensionContext, services: Services): void {
  const viewers = async () => (await import("./viewers.ts")).viewersOf(context, services);
  const serializer: vscode.WebviewPanelSerializer<unknown> = {
    deserializeWebviewPanel: async (panel, kept) => (await viewers()).restore(panel, kept),
  };
  const editors: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose() {} }),
    resolveCustomEditor: async ({ uri }, panel) => (await viewers()).openFile(panel, uri),
  };
  services.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(panelType, serializer),
    vscode.window.registerCustomEditorProvider(editorType, editors, { supportsMultipleEditorsPerDocument: true }),
    // Read-only: a result that could be changed would not be one.
    vscode.workspace.registerTextDocumentContentProvider(rawScheme, {
      provideTextDocumentContent: async (uri) => (await import("./raw-document.ts")).readRaw(uri),
    }),
  );
}
