import * as vscode from "vscode";
import { describeError } from "../common/errors.ts";
import { treeItemOf } from "../common/tree-item.ts";
import { childrenOf, type JobNode, lookOf, statusBarText, unitNodes } from "./job-nodes.ts";
import type { Jobs } from "./jobs.ts";
import { isActive, type Run } from "./run.ts";

/** What stands below a row of the tree; without a row, at its top. */
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

/** Shows how many runs are under way, and how far they are. */
export function showProgress(
  runs: readonly Run[],
  view: Pick<vscode.TreeView<JobNode>, "badge">,
  bar: vscode.StatusBarItem,
): void {
  const active = runs.filter(isActive).length;
  const tooltip = active === 1 ? vscode.l10n.t("1 run under way") : vscode.l10n.t("{0} runs under way", active);
  view.badge = active === 0 ? undefined : { value: active, tooltip };
  const text = statusBarText(runs);
  if (text === undefined) {
    bar.hide();
    return;
  }
  bar.text = `$(sync~spin) ${text.replaceAll("$(", "$ (")}`;
  bar.tooltip = vscode.l10n.t("Show or cancel what is running");
  bar.accessibilityInformation = { label: `${tooltip}. ${text}`, role: "button" };
  bar.show();
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

/** A row as VS Code shows it. */
export function itemOf(node: JobNode, now: number): vscode.TreeItem {
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
