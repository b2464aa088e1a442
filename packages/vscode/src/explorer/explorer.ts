import type * as vscode from "vscode";
import type { TemplateSort } from "../common/templates.ts";
import type { ExplorerNode } from "./nodes.ts";
import type { ServiceResource } from "./resources.ts";

/** What the Explorer offers to the other folders of the extension. */
export interface Explorer {
  readonly tree: vscode.TreeDataProvider<ExplorerNode>;
  /** The selected rows. */
  readonly selection: () => readonly ExplorerNode[];
  /** Selects the row of a resource of the active connection, and leaves the cursor where it is. Resolves to whether there is one. */
  reveal(resource: ServiceResource): Promise<boolean>;
  /**
   * Refreshes the rows with templates of a sort, for the active connection. Rows that are not shown send no request.
   * @param directory of a templated component; the Explorer shows it from now on
   */
  refreshTemplates(sort: TemplateSort, directory?: string): Promise<void>;
}
