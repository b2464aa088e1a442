import { helpUriOf, type Issue, type Severity } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { toRange } from "../../common/vscode-util.ts";
import { uriOfSweepFile } from "./written-file.ts";

/** The source of all diagnostics for parameter files. */
const DIAGNOSTIC_SOURCE = "Analytics Engines";

/** Whether the user can edit a document: it is not an old version in a comparison. */
export function isWritten({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
}

/** Converts an issue to a diagnostic, without related places. @param range its place; by default the one that core gives */
export function diagnosticOf(issue: Issue, range = toRange(issue.range)): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, issue.message, severities[issue.severity]);
  diagnostic.source = DIAGNOSTIC_SOURCE;
  // VS Code opens no link to a command from a hover or a peek.
  diagnostic.code = { value: issue.code, target: vscode.Uri.parse(helpUriOf(issue.code)) };
  if (issue.code === "deprecated-property") diagnostic.tags = [vscode.DiagnosticTag.Deprecated];
  return diagnostic;
}

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** The range of an issue. VS Code counts the lines, since it knows more line endings. */
export function rangeOf(document: vscode.TextDocument, { range }: Pick<Issue, "range">): vscode.Range {
  return new vscode.Range(document.positionAt(range.start.offset), document.positionAt(range.end.offset));
}

/** The diagnostics of the files that sweeps read, by the sweep: two sweeps may read one file. */
export function createSweepDiagnostics(name: string) {
  const collections = new Map<string, vscode.DiagnosticCollection>();
  const clear = (sweep: vscode.Uri) => {
    collections.get(sweep.toString())?.dispose();
    collections.delete(sweep.toString());
  };
  return {
    /** Replaces the diagnostics of all files of a sweep. */
    set(sweep: vscode.Uri, issuesByPath: Iterable<readonly [path: string, issues: readonly Issue[]]>): void {
      const collection = collections.get(sweep.toString()) ?? vscode.languages.createDiagnosticCollection(name);
      collections.set(sweep.toString(), collection);
      collection.clear();
      for (const [path, issues] of issuesByPath)
        collection.set(
          uriOfSweepFile(sweep, path),
          issues.map((issue) => diagnosticOf(issue)),
        );
    },
    clear,
    dispose: () => [...collections.keys()].forEach((sweep) => void clear(vscode.Uri.parse(sweep))),
  };
}
