import type { Issue, Severity } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { logError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { rangeAt } from "../common/places.ts";
import type { Documents } from "./documents.ts";
import { loadChecker } from "./load.ts";
import type { NameChecks } from "./name-checks.ts";

/** The source of all diagnostics for parameter files. */
const diagnosticSource = "Analytics Engines";

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

/** Whether the user can edit a document: it is not an old version in a comparison. */
export function isWritten({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
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

/** Converts an issue to a diagnostic, without related places. */
export function diagnosticOf(document: vscode.TextDocument, issue: Issue): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(document, issue), issue.message, severities[issue.severity]);
  diagnostic.source = diagnosticSource;
  diagnostic.code = codeWithDocs(issue.code);
  if (issue.code === "deprecated-property") diagnostic.tags = [vscode.DiagnosticTag.Deprecated];
  return diagnostic;
}

const withRelated: ReadonlySet<string> = new Set<Issue["code"]>([
  "duplicate-key",
  "dates-reversed",
  "deprecated-property",
  "missing-property",
  "unknown-property",
  "duplicate-formula",
]);

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** The range of an issue. VS Code counts the lines, since it knows more line endings. */
export function rangeOf(document: vscode.TextDocument, { range }: Pick<Issue, "range">): vscode.Range {
  return new vscode.Range(document.positionAt(range.start.offset), document.positionAt(range.end.offset));
}

/** A code that links to its heading in the description of parameter files. */
function codeWithDocs(code: string): { value: string; target: vscode.Uri } {
  const args = encodeURIComponent(JSON.stringify([code]));
  return { value: code, target: vscode.Uri.parse(`command:analyticsEngines.editor.openDocs?${args}`) };
}
