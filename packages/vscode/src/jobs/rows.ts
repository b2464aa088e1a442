import * as vscode from "vscode";
import { describeError } from "../common/errors.ts";
import { treeItemOf } from "../common/tree-item.ts";
import type { Jobs } from "./jobs.ts";
import { childrenOf, type JobNode, presentNode, statusBarText, unitNodes } from "./presentation.ts";
import { isActive, type RunView } from "./run.ts";

/** The rows below a row of the view; without a row, the top rows. */
export async function childrenOfNode(jobs: Jobs, node: JobNode | undefined): Promise<JobNode[]> {
  if (node === undefined) return rootNodes(jobs);
  if (node.kind === "job") return [...unitNodes(node.run, node.job)];
  if (node.kind !== "run") return [];
  try {
    return [...childrenOf(node.run, await jobs.jobsOf(node.run))];
  } catch (error) {
    return [{ kind: "note", text: describeError(error).message }];
  }
}

/** Shows the number of runs in progress, and their progress. */
export function showProgress(
  runs: readonly RunView[],
  view: Pick<vscode.TreeView<JobNode>, "badge">,
  bar: vscode.StatusBarItem,
): void {
  const active = runs.filter(isActive).length;
  const tooltip = active === 1 ? vscode.l10n.t("1 run in progress") : vscode.l10n.t("{0} runs in progress", active);
  view.badge = active === 0 ? undefined : { value: active, tooltip };
  const text = statusBarText(runs);
  if (text === undefined) {
    bar.hide();
    return;
  }
  bar.text = `$(sync~spin) ${text.replaceAll("$(", "$ (")}`;
  bar.tooltip = vscode.l10n.t("Show or cancel running jobs");
  bar.accessibilityInformation = { label: `${tooltip}. ${text}`, role: "button" };
  bar.show();
}

async function rootNodes(jobs: Jobs): Promise<JobNode[]> {
  const store = await jobs.loaded();
  const runs = store.runs.map((run): JobNode => ({ kind: "run", run }));
  if (store.unreadable === 0) return runs;
  const text = vscode.l10n.t(
    "{0} earlier runs cannot be read: the keyring no longer has their key. Clear the history to remove them.",
    store.unreadable,
  );
  return [...runs, { kind: "note", text }];
}

/** Converts a row to a tree item of VS Code. */
export function itemOf(node: JobNode, now: number): vscode.TreeItem {
  const row = presentNode(node, now);
  const item = treeItemOf(row.id, row, row.expands);
  const command = clickOf(node);
  if (command !== undefined) item.command = { title: "", command, arguments: [node] };
  return item;
}

/** A click opens the result of a unit, or its parameters if it has no result. */
function clickOf(node: JobNode): string | undefined {
  if (node.kind !== "unit") return undefined;
  const hasResult = node.unit.contentType !== undefined && node.run.state === "finished";
  return hasResult ? "analyticsEngines.jobs.showResults" : "analyticsEngines.jobs.openParameters";
}
