import * as vscode from "vscode";
import { type Services, shared } from "./services.ts";

/** Read-only documents of one URI scheme, whose texts this window holds. */
export type ReadOnlyDocuments = ReturnType<typeof provideReadOnlyDocuments>;

/**
 * Provides read-only documents. An address that this window did not hand out has no text: after a restart, an open tab alone sends no request.
 */
export function provideReadOnlyDocuments({ subscriptions }: Services, scheme: string) {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()),
    }),
  );
  return {
    /**
     * Sets the text of a document and returns its address.
     * @param key tells apart documents of the same name
     */
    put(name: string, text: string, key = ""): vscode.Uri {
      // A slash in a name would make folders of it, and a file system may not hold the other characters.
      const path = `/${name.replaceAll(/[\\/:*?"<>|]/g, "_")}`;
      const uri = vscode.Uri.from({ scheme, path, query: key });
      texts.set(uri.toString(), text);
      changed.fire(uri);
      return uri;
    },
  };
}

/** Shows a document in a preview tab. */
export async function showDocument(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

const documentsOf = shared((services) => provideReadOnlyDocuments(services, "analytics-engines-page"));

/** Shows Markdown without a file, and scrolls to the anchor `heading`. Replaces a page with the same name. */
export async function showPage(services: Services, name: string, markdown: string, heading?: string): Promise<void> {
  const uri = documentsOf(services).put(name, markdown);
  const target = heading === undefined ? uri : uri.with({ fragment: heading });
  await vscode.commands.executeCommand("markdown.showPreview", target);
}
