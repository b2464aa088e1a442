import type { Clock } from "@analytics-engines/core/basics";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeError } from "../../common/errors.ts";
import { shownItem } from "../../common/questions.ts";
import { treeItemOf } from "../../common/vscode-util.ts";
import { executeCommand } from "../../services/commands.ts";
import {
  childrenOf,
  fileNodes,
  type JobsNode,
  outcomeText,
  presentJob,
  presentNode,
  stateText,
  statusBarText,
  unitNodes,
} from "../runs/presentation.ts";
import type { RunRef } from "../runs/refs.ts";
import { runLabel, sourcePaths } from "../runs/run-titles.ts";
import type { Runs } from "../runs/runs.ts";
import { canCancelJob, isActive, type RunView } from "../store/run.ts";

/** The rows below a row of the view; without a row, the top rows. */
export async function childrenOfNode(runs: Runs, node: JobsNode | undefined): Promise<JobsNode[]> {
  if (node === undefined) return rootNodes(runs);
  if (node.kind === "job") return [...unitNodes(node.run, node.job)];
  if (node.kind === "file") return [...fileNodes(node.run, node.file)];
  if (node.kind !== "run") return [];
  try {
    const notes = (await runs.problemsOf(node.run)).map((text): JobsNode => ({ kind: "note", text }));
    return [...childrenOf(node.run, await runs.jobsOf(node.run)), ...notes];
  } catch (error) {
    return [{ kind: "note", text: describeError(error).message }];
  }
}

/** Shows the number of runs in progress, and their progress. Returns the number. */
export function showProgress(
  runs: readonly RunView[],
  view: Pick<vscode.TreeView<JobsNode>, "badge">,
  bar: vscode.StatusBarItem,
): number {
  const active = runs.filter(isActive).length;
  const tooltip = active === 1 ? vscode.l10n.t("1 run in progress") : vscode.l10n.t("{0} runs in progress", active);
  view.badge = active === 0 ? undefined : { value: active, tooltip };
  const text = statusBarText(runs);
  if (text === undefined) {
    bar.hide();
    return active;
  }
  bar.text = `$(sync~spin) ${text.replaceAll("$(", "$ (")}`;
  bar.tooltip = vscode.l10n.t("Show or cancel running jobs");
  bar.accessibilityInformation = { label: `${tooltip}. ${text}`, role: "button" };
  bar.show();
  return active;
}

async function rootNodes(runs: Runs): Promise<JobsNode[]> {
  const store = await runs.loadedStore();
  const nodes = store.runs.map((run): JobsNode => ({ kind: "run", run }));
  if (store.unreadableCount === 0) return nodes;
  const text = vscode.l10n.t(
    "{0} earlier runs cannot be read: their records are damaged, or of another version. Clear the history to remove them.",
    store.unreadableCount,
  );
  return [...nodes, { kind: "note", text }];
}

/** Converts a row to a tree item of VS Code. */
export async function itemOf(runs: Runs, node: JobsNode, now: number): Promise<vscode.TreeItem> {
  const row = presentNode(node, now, node.kind === "run" ? await runs.outcomeOf(node.run) : undefined);
  const item = treeItemOf(row.id, row, row.expands);
  const command = clickOf(node);
  if (command !== undefined) item.command = { title: "", command, arguments: [node] };
  return item;
}

/** A click opens the result of a unit, or its parameters if it has no result. */
function clickOf(node: JobsNode): string | undefined {
  if (node.kind !== "unit") return undefined;
  const hasResult =
    node.unit.contentType !== undefined && (node.run.state === "finished" || node.unit.stored !== undefined);
  return hasResult ? "analyticsEngines.jobs.showResults" : "analyticsEngines.jobs.openParameters";
}

/** A run as an item of a list. */
export async function runItem(runs: Runs, run: RunView, now: number) {
  const { record } = run;
  const outcome = await runs.outcomeOf(run);
  const status = outcome === undefined ? stateText(run) : outcomeText(outcome);
  const ref: RunRef = { run: record.id };
  return {
    ref,
    label: runLabel(record, now),
    description: `${status} · ${record.connection.name}`,
    detail: sourcePaths(record.files).join(", "),
  };
}

/** Shows the runs and jobs in progress, each with a button that cancels it. */
export async function showRunning(runs: Runs, clock: Clock): Promise<void> {
  const active = runs.loadedRuns().filter(isActive);
  const cancelButton = { iconPath: new vscode.ThemeIcon("debug-stop"), tooltip: l10n.t("Cancel on Service") };
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly ref: RunRef }>();
  pick.placeholder = active.length === 0 ? l10n.t("No run is in progress.") : l10n.t("Runs in progress");
  const items = active.map(async (view) => {
    const run = view.record.id;
    const jobItems = view.jobs
      .filter((job) => canCancelJob(view, job))
      .map((job) => ({
        label: `$(indent) ${job.path.replaceAll("$(", "$ (")}`,
        description: presentJob(view, job).description,
        ref: { run, path: job.path },
      }));
    // A run of another window is canceled there.
    const buttons = view.state === "otherWindow" ? [] : [cancelButton];
    const runRow = await runItem(runs, view, clock.now());
    return [runRow, ...jobItems].map((item) => ({ ...shownItem(item), buttons }));
  });
  pick.items = (await Promise.all(items)).flat();
  pick.onDidTriggerItemButton(({ item }) => {
    void executeCommand("analyticsEngines.jobs.cancel", item.ref);
    pick.hide();
  });
  pick.onDidAccept(() => {
    void vscode.commands.executeCommand("analyticsEngines.jobs.focus");
    pick.hide();
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}
