import type * as vscode from "vscode";
import type { JobNode } from "./presentation.ts";

/** What the view of jobs offers to the other folders of the extension. */
export interface JobsView {
  readonly tree: vscode.TreeDataProvider<JobNode>;
  /** The selected rows. */
  readonly selection: () => readonly JobNode[];
}
