import type * as vscode from "vscode";
import type { JobNode } from "./presentation.ts";

/** What the view of jobs offers to other rooms. */
export interface JobsView {
  readonly tree: vscode.TreeDataProvider<JobNode>;
  /** The selected rows. */
  readonly selection: () => readonly JobNode[];
}
