import { isolated, visible } from "@analytics-engines/core/basics";
import type { Issue, Range } from "@analytics-engines/core/parameters";
import type { ErrorAction } from "@analytics-engines/runs/progress";
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

/** A row of a tree as text. */
export interface RowPresentation {
  readonly label: string;
  readonly description: string;
  /** The name of a ThemeIcon, and its color. */
  readonly icon: string;
  readonly color?: string;
  /** The `viewItem` of when-clauses. */
  readonly context: string;
  /** Lines. */
  readonly tooltip: readonly string[];
  /** What a screen reader says. */
  readonly spoken: string;
}

/** Whether a row has children, and whether they are shown. */
export type Expansion = "no" | "closed" | "open";

/** Converts a row to a tree item of VS Code. */
export function treeItemOf(id: string, row: RowPresentation, expansion: Expansion): vscode.TreeItem {
  // Names of files and texts of the service: none of them mirrors or hides what stands beside it.
  const item = new vscode.TreeItem(isolated(row.label), collapsible[expansion]);
  item.id = id;
  item.description = isolated(row.description);
  item.contextValue = row.context;
  item.iconPath = new vscode.ThemeIcon(row.icon, row.color ? new vscode.ThemeColor(row.color) : undefined);
  // Plain text, not Markdown: text of the service must not be interpreted.
  item.tooltip = row.tooltip.map(isolated).join("\n");
  item.accessibilityInformation = { label: visible(row.spoken) };
  return item;
}

const collapsible = {
  no: vscode.TreeItemCollapsibleState.None,
  closed: vscode.TreeItemCollapsibleState.Collapsed,
  open: vscode.TreeItemCollapsibleState.Expanded,
} as const;
