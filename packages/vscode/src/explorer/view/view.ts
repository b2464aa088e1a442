import * as vscode from "vscode";
import { lazily } from "../../common/async.ts";
import type { Services } from "../../services/services.ts";
import type { ExplorerNode } from "../rows/nodes.ts";
import type { ExplorerTree } from "./tree.ts";

/** The view, and its tree, whose code loads when the view is first shown. */
export type ExplorerView = ReturnType<typeof showExplorer>;

export function showExplorer(services: Services) {
  const { connections, subscriptions } = services;
  const changed = new vscode.EventEmitter<ExplorerNode | undefined>();
  const tree = lazily(
    async (): Promise<ExplorerTree> => (await import("./tree.ts")).createExplorerTree(services, view, changed),
  );
  const provider: vscode.TreeDataProvider<ExplorerNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async (node) => (await tree()).children(node),
    getTreeItem: async (node) => (await tree()).item(node),
    getParent: async (node) => (await tree()).parent(node),
  };
  const view = vscode.window.createTreeView("analyticsEngines.explorer", {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
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
