import type { ServiceErrorItem } from "@analytics-engines/core";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { checkText } from "../editor/check.ts";
import { kindOptions } from "../editor/written-file.ts";
import { placeIn } from "../jobs/problems.ts";
import { wordsOf } from "../jobs/run.ts";

/** What the service says is wrong with files about templates, at its places, until they are sent again. */
export interface Refusals {
  /** Sends what a file asks for. A refusal is marked in the file. @throws what `send` throws */
  marked<T>(uri: vscode.Uri, send: () => Promise<T>): Promise<T>;
}

export function showRefusals(context: vscode.ExtensionContext, { subscriptions }: Services): Refusals {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-templates");
  subscriptions.push(
    collection,
    vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled }) => isUntitled && collection.delete(uri)),
  );

  async function mark(uri: vscode.Uri, items: readonly ServiceErrorItem[]): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.getText();
    const { file } = checkText(text, kindOptions(context, uri));
    const wanted = items.map(({ source }) => (source?.pointer ? [source.pointer] : []));
    const spans = file === undefined ? [] : placeIn(text, file, wanted);
    const diagnostics = items.map((item, index) => {
      const { start, end } = spans[index] ?? { start: 0, end: 0 };
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = new vscode.Diagnostic(range, wordsOf(item), vscode.DiagnosticSeverity.Error);
      diagnostic.source = vscode.l10n.t("Analytics Engines service");
      if (item.code) diagnostic.code = item.code;
      return diagnostic;
    });
    collection.set(uri, diagnostics);
  }

  return {
    async marked(uri, send) {
      collection.delete(uri);
      try {
        return await send();
      } catch (error) {
        const { BadRequestError } = await import("@analytics-engines/core");
        if (error instanceof BadRequestError) await mark(uri, error.errors);
        throw error;
      }
    },
  };
}
