import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { describeError } from "../common/errors.ts";
import { treeItemOf } from "../common/tree-item.ts";
import { childrenOf, type JobNode, lookOf, statusBarText, unitNodes } from "./job-nodes.ts";
import type { Jobs } from "./jobs.ts";
import { isActive } from "./run.ts";

export const jobsViewId = "analyticsEngines.jobs";

/** The tree of runs, jobs and units, and the progress in the status bar. */
export function showJobs({ clock, subscriptions }: Services, jobs: Jobs): void {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.TreeDataProvider<JobNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node === undefined) return rootNodes(jobs);
      if (node.kind === "job") return [...unitNodes(node.run, node.job)];
      if (node.kind !== "run") return [];
      try {
        return [...childrenOf(node.run, await jobs.jobsOf(node.run))];
      } catch (error) {
        return [{ kind: "note", text: describeError(error).message }];
      }
    },
    getTreeItem: (node) => itemOf(node, clock.now()),
  };
  const view = vscode.window.createTreeView(jobsViewId, { treeDataProvider: provider, showCollapseAll: true });
  const bar = vscode.window.createStatusBarItem("analyticsEngines.jobs", vscode.StatusBarAlignment.Left, 49);
  bar.name = vscode.l10n.t("Analytics Engines jobs");
  bar.command = "analyticsEngines.jobs.showRunning";
  subscriptions.push(
    changed,
    view,
    bar,
    jobs.onDidChange(() => {
      changed.fire(undefined);
      const active = jobs.known().filter(isActive).length;
      const tooltip = active === 1 ? vscode.l10n.t("1 run under way") : vscode.l10n.t("{0} runs under way", active);
      view.badge = active === 0 ? undefined : { value: active, tooltip };
      const text = statusBarText(jobs.known());
      if (text === undefined) {
        bar.hide();
        return;
      }
      bar.text = `$(sync~spin) ${text.replaceAll("$(", "$ (")}`;
      bar.tooltip = vscode.l10n.t("Show or cancel what is running");
      bar.accessibilityInformation = { label: `${tooltip}. ${text}`, role: "button" };
      bar.show();
    }),
  );
}

async function rootNodes(jobs: Jobs): Promise<JobNode[]> {
  const store = await jobs.store();
  await store.load();
  const runs = store.runs.map((run): JobNode => ({ kind: "run", run }));
  if (store.unreadable === 0) return runs;
  const text = vscode.l10n.t(
    "{0} earlier runs cannot be read: their key is no longer in the keyring. Clear the history to remove them.",
    store.unreadable,
  );
  return [...runs, { kind: "note", text }];
}

function itemOf(node: JobNode, now: number): vscode.TreeItem {
  const look = lookOf(node, now);
  const item = treeItemOf(look.id, look, look.expands);
  const command = clickOf(node);
  if (command !== undefined) item.command = { title: "", command, arguments: [node] };
  return item;
}

/** A unit's result is what is looked for; without one, the place in the file that it comes from. */
function clickOf(node: JobNode): string | undefined {
  if (node.kind !== "unit") return undefined;
  const hasResult = node.unit.contentType !== undefined && node.run.state === "finished";
  return hasResult ? "analyticsEngines.jobs.showResults" : "analyticsEngines.jobs.openParameters";
}
