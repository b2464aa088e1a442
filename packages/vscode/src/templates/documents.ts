import * as vscode from "vscode";

/** Templates as the service has them. */
const templateScheme = "analytics-engines-template";
/** What is going to be sent; the buttons of a comparison go by it. */
const updateScheme = "analytics-engines-template-update";

/** Read-only texts of templates, which are nobody's file. */
export interface TemplateDocuments {
  /** The text of a template, to be shown. `key` tells templates of one name apart. */
  show(name: string, key: string, text: string): vscode.Uri;
  /** What is going to be sent for a template. */
  showUpdate(name: string, key: string, text: string): vscode.Uri;
  /** Puts another text in the place of one that is shown. */
  refresh(uri: vscode.Uri, text: string): void;
}

/** An address that nobody here was given holds nothing: after a restart nothing is asked of a service before a user acts. */
export function provideTemplateDocuments(subscriptions: vscode.Disposable[]): TemplateDocuments {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.toString()),
  };
  subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(templateScheme, provider),
    vscode.workspace.registerTextDocumentContentProvider(updateScheme, provider),
    vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
      if (isClosed) texts.delete(uri.toString());
    }),
  );
  const refresh = (uri: vscode.Uri, text: string) => {
    texts.set(uri.toString(), text);
    changed.fire(uri);
  };
  const put = (scheme: string) => (name: string, key: string, text: string) => {
    // A slash in a name would make folders of it.
    const uri = vscode.Uri.from({ scheme, path: `/${name.replaceAll("/", "-")}.json`, query: key });
    refresh(uri, text);
    return uri;
  };
  return { show: put(templateScheme), showUpdate: put(updateScheme), refresh };
}
