import type * as vscode from "vscode";
import type { ExplorerNode, TemplateSort } from "./nodes.ts";

/** What the Explorer does for other rooms. */
export interface Explorer {
  /** The rows as VS Code is given them. */
  readonly tree: vscode.TreeDataProvider<ExplorerNode>;
  /** What is selected in the tree. */
  readonly selection: () => readonly ExplorerNode[];
  /**
   * Asks anew for the templates of a sort that the Explorer shows, of the active connection; nothing that it does not show is asked for.
   * @param directory of a templated component: from now on among the directories that are shown
   */
  refreshTemplates(sort: TemplateSort, directory?: string): Promise<void>;
}

/** The same for all rooms; undefined before the Explorer is active. */
export function explorerOf({ explorer }: { readonly explorer?: Explorer }): Explorer | undefined {
  return explorer;
}
