import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import type { JobNode } from "./job-nodes.ts";
import type { Jobs } from "./jobs.ts";

export const jobsViewId = "analyticsEngines.jobs";

/** The tree of runs, jobs and units, and the progress in the status bar. What they show is loaded when they are first looked at, or something runs. */
export function showJobs({ clock, log, subscriptions }: Services, jobs: Jobs): void {
  const changed = new vscode.EventEmitter<undefined>();
  const rows = () => import("./rows.ts");
  const provider: vscode.TreeDataProvider<JobNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await rows()).childrenOfNode(jobs, node),
    getTreeItem: async (node) => (await rows()).itemOf(node, clock.now()),
  };
  const view = vscode.window.createTreeView(jobsViewId, { treeDataProvider: provider, showCollapseAll: true });
  const bar = vscode.window.createStatusBarItem("analyticsEngines.jobs", vscode.StatusBarAlignment.Left, 49);
  bar.name = vscode.l10n.t("Analytics Engines jobs");
  bar.command = "analyticsEngines.jobs.showRunning";
  const show = async () => {
    changed.fire(undefined);
    const { showProgress } = await rows();
    showProgress(jobs.known(), view, bar);
  };
  subscriptions.push(
    changed,
    view,
    bar,
    jobs.onDidChange(() => {
      show().catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
    }),
  );
}
