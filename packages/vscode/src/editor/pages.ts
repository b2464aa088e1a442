import * as vscode from "vscode";

const scheme = "analytics-engines-page";

/** Texts that are shown as pages: rendered Markdown, which is nobody's file. */
export interface Pages {
  /** Shows Markdown as a page; `heading` is the anchor to scroll to. A page of the same name is replaced. */
  show(name: string, markdown: string, heading?: string): Promise<void>;
}

export function createPages(context: vscode.ExtensionContext): Pages {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: ({ path }) => texts.get(path) ?? "",
    }),
  );
  return {
    async show(name, markdown, heading) {
      const uri = vscode.Uri.from({ scheme, path: `/${name}` });
      texts.set(uri.path, markdown);
      changed.fire(uri);
      const target = heading === undefined ? uri : uri.with({ fragment: heading });
      await vscode.commands.executeCommand("markdown.showPreview", target);
    },
  };
}
