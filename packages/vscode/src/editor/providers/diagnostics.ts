import type { Sweep } from "@analytics-engines/core/files";
import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { rangeAt } from "../../common/places.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { diagnosticOf, isWritten, rangeOf } from "../documents/issue-diagnostic.ts";
import type { NameChecks } from "../documents/name-checks.ts";
import { uriOfSweepFile } from "../documents/sweep-files.ts";
import { loadChecks } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";

/** Shows the issues of a document after each check, and again after the service has answered about its values. */
export function showDiagnostics({ log, subscriptions }: Services, documents: Documents, names: NameChecks): void {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines");
  /** The issues of the files that a sweep reads, by the sweep: two sweeps may read one file. */
  const ofSweeps = new Map<string, vscode.DiagnosticCollection>();
  const publish = async (document: vscode.TextDocument) => {
    const checked = documents.latest(document);
    if (!checked || !isWritten(document)) return;
    const diagnostics = await diagnosticsOf(document, checked, names.undecided(document, checked.issues));
    // A changed text gets another check.
    if (document.isClosed || checked.text !== document.getText()) return;
    collection.set(document.uri, diagnostics);
    if (checked.sweep !== undefined) publishFiles(document.uri, checked.sweep);
  };
  const publishFiles = (uri: vscode.Uri, { sources }: Sweep) => {
    const key = uri.toString();
    const ofSweep = ofSweeps.get(key) ?? vscode.languages.createDiagnosticCollection("analytics-engines");
    ofSweeps.set(key, ofSweep);
    ofSweep.clear();
    for (const { path, issues } of sources.slice(1))
      ofSweep.set(
        uriOfSweepFile(uri, path),
        issues.map((issue) => diagnosticOf(issue)),
      );
  };
  const clear = ({ uri }: vscode.TextDocument) => {
    collection.delete(uri);
    ofSweeps.get(uri.toString())?.dispose();
    ofSweeps.delete(uri.toString());
  };
  const publishSafely = (document: vscode.TextDocument) =>
    void publish(document).catch((error: unknown) => logError({ log }, error));
  subscriptions.push(
    collection,
    { dispose: () => [...ofSweeps.values()].forEach((each) => void each.dispose()) },
    documents.onDidClose(clear),
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
    const diagnostic = diagnosticOf(issue, rangeOf(document, issue));
    diagnostic.relatedInformation = relatedTo(issue).map((place) => {
      const location = new vscode.Location(document.uri, rangeAt(document, place));
      return new vscode.DiagnosticRelatedInformation(location, place.message);
    });
    return diagnostic;
  });
}
