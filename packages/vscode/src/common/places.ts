import type { Issue, Range } from "@analytics-engines/core/parameters";
import type { ErrorAction } from "@analytics-engines/runs/host";
import * as vscode from "vscode";

/** The range of a document between two offsets; its start by default. */
export function rangeAt(document: vscode.TextDocument, { start, end } = { start: 0, end: 0 }): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** A range of core, which counts lines and columns from 1. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
}

/** The action that shows the place of an issue in its file. */
export function showIssue(uri: vscode.Uri, { range }: Pick<Issue, "range">): ErrorAction {
  return { title: vscode.l10n.t("Show Error"), command: "vscode.open", args: [uri, { selection: toRange(range) }] };
}
