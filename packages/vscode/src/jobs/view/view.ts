import * as vscode from "vscode";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { JobsNode } from "../runs/presentation.ts";
import type { Runs } from "../runs/runs.ts";
import { canCancel, canResume, hasResults, isActive, type RunView } from "../store/run.ts";

/** The times of runs in progress are shown to the second. */
const TICK_MS = 1000;

/** The context keys of commands for runs, with the runs that these are for. */
const runKeys: Readonly<Record<string, { readonly matches: (run: RunView) => boolean; readonly isEnded: boolean }>> = {
  "analyticsEngines.hasRuns": { matches: () => true, isEnded: true },
  "analyticsEngines.hasEndedRuns": { matches: (run) => !isActive(run), isEnded: true },
  "analyticsEngines.hasResults": { matches: hasResults, isEnded: true },
  "analyticsEngines.hasRunsToResume": { matches: canResume, isEnded: true },
  "analyticsEngines.hasRunsToCancel": { matches: canCancel, isEnded: false },
  "analyticsEngines.hasRunsInProgress": { matches: isActive, isEnded: false },
};

/** The view, its tree and its selected rows. */
export type JobsView = ReturnType<typeof showJobs>;

/** Shows the tree of runs, jobs and units, and the progress in the status bar. Their code loads at the first use. */
export function showJobs(services: Services, runs: Runs) {
  const { clock, subscriptions } = services;
  const changed = new vscode.EventEmitter<undefined>();
  const rows = () => import("./rows.ts");
  const provider: vscode.TreeDataProvider<JobsNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await rows()).childrenOfNode(runs, node),
    getTreeItem: async (node) => (await rows()).itemOf(runs, node, clock.now()),
    // Only a run is revealed, which is at the top.
    getParent: () => undefined,
  };
  const view = vscode.window.createTreeView("analyticsEngines.jobs", {
    treeDataProvider: provider,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const bar = vscode.window.createStatusBarItem("analyticsEngines.jobs", vscode.StatusBarAlignment.Left, 49);
  bar.name = vscode.l10n.t("Analytics Engines Jobs");
  bar.command = "analyticsEngines.jobs.showRunning";
  let cancelTick: (() => void) | undefined;

  /** Tells the palette for which of its commands there are runs. Before the history is loaded, it may have some that ended. */
  function noteRuns(): void {
    const mayHaveMore = !runs.isLoaded() && runs.mayHaveHistory();
    const loadedRuns = runs.loadedRuns();
    for (const [name, { matches, isEnded }] of Object.entries(runKeys))
      void vscode.commands.executeCommand("setContext", name, (isEnded && mayHaveMore) || loadedRuns.some(matches));
  }

  async function show(): Promise<void> {
    noteRuns();
    changed.fire(undefined);
    const { showProgress } = await rows();
    const active = showProgress(runs.loadedRuns(), view, bar);
    cancelTick?.();
    cancelTick = active > 0 && view.visible ? clock.setTimer(TICK_MS, showSoon) : undefined;
  }

  function showSoon(): void {
    show().catch((error: unknown) => logError(services, error));
  }

  async function reveal(id: string): Promise<void> {
    await vscode.commands.executeCommand("analyticsEngines.jobs.focus");
    const run = (await runs.loadedStore()).run(id);
    if (run === undefined) return;
    // The rows may be older than the run, and VS Code reveals only a row that it has.
    changed.fire(undefined);
    await view.reveal({ kind: "run", run }, { select: true, focus: true, expand: true });
  }

  subscriptions.push(
    changed,
    view,
    bar,
    { dispose: () => cancelTick?.() },
    runs.onDidChange(showSoon),
    view.onDidChangeVisibility(showSoon),
    runs.onDidReveal((id) => void reveal(id).catch((error: unknown) => logError(services, error))),
  );
  noteRuns();
  return { provider, selection: () => view.selection };
}
