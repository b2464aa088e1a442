import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { logError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { rangeAt } from "../common/places.ts";
import type { Documents } from "./documents.ts";
import { diagnosticOf, isWritten } from "./issue-diagnostic.ts";
import { loadChecker } from "./load.ts";
import type { NameChecks } from "./name-checks.ts";

/** Shows the issues of a document after each check, and again after the service has answered about its values. */
export function showDiagnostics({ log, subscriptions }: Services, documents: Documents, names: NameChecks): void {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines");
  const publish = async (document: vscode.TextDocument) => {
    const checked = documents.latest(document);
    if (!checked || !isWritten(document)) return;
    const diagnostics = await diagnosticsOf(document, checked.text, names.undecided(document, checked.issues));
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
  text: string,
  issues: readonly Issue[],
): Promise<vscode.Diagnostic[]> {
  const { readTree, relatedPlaces } = await loadChecker();
  const root = issues.some(({ code }) => withRelated.has(code)) ? readTree(text) : undefined;
  return issues.map((issue) => {
    const diagnostic = diagnosticOf(document, issue);
    const related = root && withRelated.has(issue.code) ? relatedPlaces(root, issue) : [];
    diagnostic.relatedInformation = related.map((place) => {
      const location = new vscode.Location(document.uri, rangeAt(document, place));
      return new vscode.DiagnosticRelatedInformation(location, place.message);
    });
    return diagnostic;
  });
}

const withRelated: ReadonlySet<string> = new Set<Issue["code"]>([
  "duplicate-key",
  "dates-reversed",
  "deprecated-property",
  "missing-property",
  "unknown-property",
  "duplicate-formula",
]);
