import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { rangeAt } from "../../common/places.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { diagnosticOf, isWritten } from "../documents/issue-diagnostic.ts";
import type { NameChecks } from "../documents/name-checks.ts";
import { loadChecks } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";

/** Shows the issues of a document after each check, and again after the service has answered about its values. */
export function showDiagnostics({ log, subscriptions }: Services, documents: Documents, names: NameChecks): void {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines");
  const publish = async (document: vscode.TextDocument) => {
    const checked = documents.latest(document);
    if (!checked || !isWritten(document)) return;
    const diagnostics = await diagnosticsOf(document, checked, names.undecided(document, checked.issues));
    // A changed text gets another check.
    if (!document.isClosed && checked.text === document.getText()) collection.set(document.uri, diagnostics);
  };
  const publishSafely = (document: vscode.TextDocument) =>
    void publish(document).catch((error: unknown) => logError({ log }, error));
  subscriptions.push(
    collection,
    documents.onDidClose(({ uri }) => collection.delete(uri)),
    documents.onDidCheck(publishSafely),
    names.onDidChange((document) => {
      if (document !== undefined) publishSafely(document);
    }),
  );
}

async function diagnosticsOf(
  document: vscode.TextDocument,
  checked: CheckedText,
  issues: readonly Issue[],
): Promise<vscode.Diagnostic[]> {
  const { findRelated } = await loadChecks();
  const relatedTo = findRelated(checked);
  return issues.map((issue) => {
    const diagnostic = diagnosticOf(document, issue);
    diagnostic.relatedInformation = relatedTo(issue).map((place) => {
      const location = new vscode.Location(document.uri, rangeAt(document, place));
      return new vscode.DiagnosticRelatedInformation(location, place.message);
    });
    return diagnostic;
  });
}
