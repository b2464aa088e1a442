import * as vscode from "vscode";

/** A row of a tree in words. */
export interface RowLook {
  readonly label: string;
  readonly description: string;
  /** A ThemeIcon, and its colour. */
  readonly icon: string;
  readonly color?: string;
  /** For when-clauses. */
  readonly context: string;
  /** Lines. */
  readonly tooltip: readonly string[];
  /** What it is, what state it is in and what it says, for who does not see the icon. */
  readonly spoken: string;
}

/** Whether rows stand below a row, and are shown. */
export type Expansion = "no" | "closed" | "open";

/** The row as VS Code takes it. */
export function treeItemOf(id: string, look: RowLook, expansion: Expansion): vscode.TreeItem {
  const item = new vscode.TreeItem(look.label, collapsible[expansion]);
  item.id = id;
  item.description = look.description;
  item.contextValue = look.context;
  item.iconPath = new vscode.ThemeIcon(look.icon, look.color ? new vscode.ThemeColor(look.color) : undefined);
  // Text, not Markdown: what the service says is shown as it is.
  item.tooltip = look.tooltip.join("\n");
  item.accessibilityInformation = { label: look.spoken };
  return item;
}

const collapsible = {
  no: vscode.TreeItemCollapsibleState.None,
  closed: vscode.TreeItemCollapsibleState.Collapsed,
  open: vscode.TreeItemCollapsibleState.Expanded,
} as const;
