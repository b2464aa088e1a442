import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import type { Memory } from "./explorer-state.ts";
import type { ExplorerNode } from "./nodes.ts";
import type { ExplorerTree } from "./tree.ts";

export const explorerViewId = "analyticsEngines.explorer";

/** The view, and the tree in it, which is loaded when it is first looked at. */
export interface ExplorerView {
  readonly tree: () => Promise<ExplorerTree>;
  readonly provider: vscode.TreeDataProvider<ExplorerNode>;
  readonly selection: () => readonly ExplorerNode[];
}

export function showExplorer(memory: Memory, services: Services): ExplorerView {
  const { connections, subscriptions } = services;
  const changed = new vscode.EventEmitter<ExplorerNode | undefined>();
  let loading: Promise<ExplorerTree> | undefined;
  const tree = () => {
    loading ??= import("./tree.ts").then(({ createTree }) => createTree(memory, services, { view, changed }));
    return loading;
  };
  const provider: vscode.TreeDataProvider<ExplorerNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await tree()).children(node),
    getTreeItem: async (node) => (await tree()).item(node),
    getParent: async (node) => (await tree()).parent(node),
  };
  const view = vscode.window.createTreeView(explorerViewId, { treeDataProvider: provider, showCollapseAll: true });
  const restart = () => {
    view.description = vscode.workspace.isTrusted ? (connections.active()?.name ?? "") : "";
    changed.fire(undefined);
  };
  restart();
  subscriptions.push(
    changed,
    view,
    view.onDidExpandElement(async ({ element }) => (await tree()).noteOpen(element, true)),
    view.onDidCollapseElement(async ({ element }) => (await tree()).noteOpen(element, false)),
    connections.onDidChangeActive(restart),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  return { tree, provider, selection: () => view.selection };
}
