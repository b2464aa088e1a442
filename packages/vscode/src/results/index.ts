import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { editorType, panelType, rawScheme } from "./names.ts";

/** Registers what VS Code opens by itself: panels of the last window, editors of result files, and documents of raw results. */
export function activateResults(services: Services): void {
  const viewers = async () => (await import("./viewers.ts")).viewersOf(services);
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
    // Read-only: results do not change.
    vscode.workspace.registerTextDocumentContentProvider(rawScheme, {
      provideTextDocumentContent: async (uri) => (await import("./raw-document.ts")).readRaw(uri),
    }),
  );
}
