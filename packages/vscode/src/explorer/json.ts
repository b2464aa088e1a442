import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { UserError } from "../common/errors.ts";
import { readAnswer } from "./answers.ts";
import type { ExplorerNode } from "./nodes.ts";
import { labelOf } from "./presentation.ts";

const scheme = "analytics-engines-answer";

/**
 * The texts of documents that were opened in this window. An address that was not opened here holds nothing: after a restart a tab by itself
 * asks nothing of a service.
 */
const texts = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();
let isProvided = false;

/** Opens what the service says of a row as a read-only document. Asked for anew each time. */
export async function openJson(
  services: Services,
  { id, connection, what }: ExplorerNode,
): Promise<vscode.TextDocument> {
  const { connections, subscriptions } = services;
  const info = connections.all().find((one) => one.id === connection);
  if (info === undefined) throw new UserError(l10n.t("The connection is no longer in the settings."));
  const title = labelOf(what);
  const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
    readAnswer(what, await connections.client(info)),
  );
  if (answer === undefined) throw new UserError(l10n.t("The service says nothing more of this."));
  if (!isProvided) subscriptions.push(...provide());
  // What a file system could not hold would make folders of a name, too.
  const uri = vscode.Uri.from({ scheme, path: `/${title.replaceAll(/[\\/:*?"<>|]/g, "_")}.json`, query: id });
  texts.set(uri.toString(), `${JSON.stringify(answer, null, 2)}\n`);
  changed.fire(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
  return document;
}

function provide(): vscode.Disposable[] {
  isProvided = true;
  return [
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
      if (isClosed) texts.delete(uri.toString());
    }),
  ];
}
