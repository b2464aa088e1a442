import * as vscode from "vscode";
import { lazily } from "../common/async.ts";
import { logError } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { isRunManifest } from "./source/is-run-manifest.ts";
import { EDITOR_TYPE, PANEL_TYPE, RAW_SCHEME } from "./source/names.ts";

/** Registers what VS Code opens by itself: panels of the last window, editors of result files, and documents of raw results. */
export function activateResults(services: Services): void {
  const load = lazily(() => import("./viewers/pages.ts"));
  const viewers = async () => (await load()).viewersOf(services);
  const serializer: vscode.WebviewPanelSerializer<unknown> = {
    deserializeWebviewPanel: async (panel, state) => (await viewers()).restore(panel, state),
  };
  const editors: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose() {} }),
    resolveCustomEditor: async ({ uri }, panel) => (await viewers()).openFile(panel, uri),
  };
  const lookAt = (editor: vscode.TextEditor | undefined) => {
    const uri = editor?.document.uri;
    if (editor === undefined || uri?.scheme !== "file" || !uri.path.endsWith("/manifest.json")) return;
    // Other programs have files of this name too.
    if (!isRunManifest(editor.document.getText())) return;
    load()
      .then(({ openManifestAsRun }) => openManifestAsRun(editor))
      .catch((error: unknown) => logError(services, error));
  };
  services.subscriptions.push(
    vscode.window.onDidChangeActiveTextEditor(lookAt),
    vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, serializer),
    vscode.window.registerCustomEditorProvider(EDITOR_TYPE, editors, { supportsMultipleEditorsPerDocument: true }),
    // Read-only: results do not change.
    vscode.workspace.registerTextDocumentContentProvider(RAW_SCHEME, {
      provideTextDocumentContent: async (uri) => (await load()).readRaw(uri),
    }),
  );
}
