import * as vscode from "vscode";
import { logError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import type { Jobs } from "./jobs.ts";
import type { JobNode } from "./presentation.ts";

/** Shows the tree of runs, jobs and units, and the progress in the status bar. Their code loads at the first use. */
export function showJobs(services: Services, jobs: Jobs): void {
  const { clock, subscriptions } = services;
  const changed = new vscode.EventEmitter<undefined>();
  const rows = () => import("./rows.ts");
  const provider: vscode.TreeDataProvider<JobNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await rows()).childrenOfNode(jobs, node),
    getTreeItem: async (node) => (await rows()).itemOf(node, clock.now()),
  };
  const view = vscode.window.createTreeView("analyticsEngines.jobs", {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
  const bar = vscode.window.createStatusBarItem("analyticsEngines.jobs", vscode.StatusBarAlignment.Left, 49);
  bar.name = vscode.l10n.t("Analytics Engines Jobs");
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
      show().catch((error: unknown) => logError(services, error));
    }),
  );
}
