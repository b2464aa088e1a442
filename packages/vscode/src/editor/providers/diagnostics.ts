import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { rangeAt } from "../../common/vscode-util.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { createSharedDiagnostics, diagnosticOf, isWritten, rangeOf } from "../documents/issue-diagnostics.ts";
import type { NameChecks } from "../documents/name-checks.ts";
import { loadChecks } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";

/**
 * Shows the issues of a document after each check, and again after the service has answered about its values.
 * @returns the issues that are shown in a file of sweeps
 */
export function showDiagnostics(
  { log, subscriptions }: Services,
  documents: Documents,
  nameChecks: NameChecks,
): { readonly issuesIn: (file: vscode.Uri) => readonly Issue[] } {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines");
  const ofSweeps = createSharedDiagnostics("analytics-engines");
  const publish = async (document: vscode.TextDocument) => {
    const checked = documents.latest(document);
    if (!checked || !isWritten(document)) return;
    const diagnostics = await diagnosticsOf(document, checked, nameChecks.undecided(document, checked.issues));
    // A changed text gets another check.
    if (document.isClosed || checked.text !== document.getText()) return;
    collection.set(document.uri, diagnostics);
    const [, ...files] = checked.sweep?.sources ?? [];
    if (checked.sweep !== undefined)
      ofSweeps.set(
        document.uri,
        files.map(({ path, issues }) => [path, nameChecks.undecided(document, issues, path)]),
      );
  };
  const clear = ({ uri }: vscode.TextDocument) => {
    collection.delete(uri);
    ofSweeps.clear(uri);
  };
  const publishSafely = (document: vscode.TextDocument) =>
    void publish(document).catch((error: unknown) => logError({ log }, error));
  subscriptions.push(
    collection,
    ofSweeps,
    documents.onDidClose(clear),
    documents.onDidCheck(publishSafely),
    nameChecks.onDidChange((document) => {
      if (document !== undefined) publishSafely(document);
    }),
  );
  return { issuesIn: ofSweeps.issuesIn };
}

async function diagnosticsOf(
  document: vscode.TextDocument,
  checked: CheckedText,
  issues: readonly Issue[],
): Promise<vscode.Diagnostic[]> {
  const { findRelated } = await loadChecks();
  const relatedTo = findRelated(checked);
  return issues.map((issue) => {
    const diagnostic = diagnosticOf(issue, rangeOf(document, issue));
    diagnostic.relatedInformation = relatedTo(issue).map((place) => {
      const location = new vscode.Location(document.uri, rangeAt(document, place));
      return new vscode.DiagnosticRelatedInformation(location, place.message);
    });
    return diagnostic;
  });
}
