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

/** The diagnostics of files that several checks share: several sweeps may read one file, and have the same issue there. It is shown once. */
export function createSharedDiagnostics(name: string) {
  const collection = vscode.languages.createDiagnosticCollection(name);
  /** By the checked file, such as a sweep, then by the file with the issue. */
  const issuesByOwner = new Map<string, ReadonlyMap<string, readonly Issue[]>>();
  const issuesIn = (file: string): readonly Issue[] => {
    const issues = [...issuesByOwner.values()].flatMap((byFile) => byFile.get(file) ?? []);
    return [...new Map(issues.map((issue) => [keyOf(issue), issue])).values()];
  };
  const publish = (files: Iterable<string>) => {
    for (const file of new Set(files)) {
      collection.set(
        vscode.Uri.parse(file),
        issuesIn(file).map((issue) => diagnosticOf(issue)),
      );
    }
  };
  const replace = (owner: vscode.Uri, byFile: ReadonlyMap<string, readonly Issue[]>) => {
    const earlierFiles = issuesByOwner.get(owner.toString())?.keys() ?? [];
    issuesByOwner.set(owner.toString(), byFile);
    publish([...earlierFiles, ...byFile.keys()]);
  };
  return {
    /** Replaces the diagnostics of a checked file, and of those that it reads. */
    set(owner: vscode.Uri, issuesByPath: Iterable<readonly [path: string, issues: readonly Issue[]]>): void {
      replace(
        owner,
        new Map(Array.from(issuesByPath, ([path, issues]) => [uriOfSweepFile(owner, path).toString(), issues])),
      );
    },
    clear(owner: vscode.Uri): void {
      replace(owner, new Map());
      issuesByOwner.delete(owner.toString());
    },
    clearAll(): void {
      issuesByOwner.clear();
      collection.clear();
    },
    /** The different issues in a file. */
    issuesIn: (file: vscode.Uri): readonly Issue[] => issuesIn(file.toString()),
    dispose: () => collection.dispose(),
  };
}

function keyOf({ code, message, range }: Issue): string {
  return JSON.stringify([code, message, range.start, range.end]);
}
