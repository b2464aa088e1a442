import * as vscode from "vscode";

/** A tab, by its place. */
interface TabPlace {
  readonly column: vscode.ViewColumn;
  /** From 0. */
  readonly index: number;
  /** Whether its group shows it. */
  readonly isActive: boolean;
}

/** The tabs of webviews of a type with a title. */
export function tabsOf(type: string, title: string): readonly TabPlace[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn: column }) =>
    tabs.flatMap(({ input, isActive, label }, index) => {
      // VS Code puts its own name before the type.
      const isWanted = input instanceof vscode.TabInputWebview && input.viewType.endsWith(type) && label === title;
      return isWanted ? [{ column, index, isActive }] : [];
    }),
  );
}

const groupNames = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

/** Shows a tab. VS Code has no function for it, only commands for the focused group. */
export async function showTab({ column, index }: Pick<TabPlace, "column" | "index">): Promise<void> {
  const group = groupNames[column - 1];
  if (group !== undefined) await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", index);
}
