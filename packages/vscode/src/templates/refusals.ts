import { BadRequestError, type ServiceErrorItem } from "@analytics-engines/core";
import { placeRefusal } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { rangeAt } from "../common/vscode-util.ts";
import { kindOptions } from "../editor/documents/written-file.ts";
import { checkParameterText } from "../editor/language/text/checked-text.ts";
import { outcomeErrorText } from "../jobs/store/run.ts";
import type { Services } from "../services/services.ts";

/** Sends the request of a file, and marks a refusal in the file until the next request. @throws the error of `send` */
export type SendMarked = <T>(uri: vscode.Uri, send: () => Promise<T>) => Promise<T>;

export function markRefusals(services: Services): SendMarked {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-templates");
  services.subscriptions.push(
    collection,
    vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled }) => isUntitled && collection.delete(uri)),
  );

  async function mark(uri: vscode.Uri, items: readonly ServiceErrorItem[]): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const { file } = checkParameterText(document.getText(), kindOptions(services, uri));
    const severity = vscode.DiagnosticSeverity.Error;
    const diagnostics = items.map((item) => {
      const place = file && placeRefusal(file, item)?.range;
      const range = rangeAt(document, place && { start: place.start.offset, end: place.end.offset });
      const diagnostic = new vscode.Diagnostic(range, outcomeErrorText(item), severity);
      diagnostic.source = vscode.l10n.t("Analytics Engines service");
      if (item.code) diagnostic.code = item.code;
      return diagnostic;
    });
    collection.set(uri, diagnostics);
  }

  return async (uri, send) => {
    collection.delete(uri);
    try {
      return await send();
    } catch (error) {
      if (error instanceof BadRequestError) await mark(uri, error.errors);
      throw error;
    }
  };
}
