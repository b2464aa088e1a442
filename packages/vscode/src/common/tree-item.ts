import { isolated, visible } from "@analytics-engines/core/basics";
import * as vscode from "vscode";

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
