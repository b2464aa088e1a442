import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { describeError } from "../common/errors.ts";
import { namesOf } from "../common/names-by-connection.ts";
import { treeItemOf } from "../common/tree-item.ts";
import type { Branch } from "./branch.ts";
import { askChildren } from "./children.ts";
import { type ExplorerState, type Memory, readExplorerState, writeExplorerState } from "./explorer-state.ts";
import type { ExplorerNode, TreeItemData } from "./nodes.ts";
import { presentationOf } from "./presentation.ts";
import { Trees } from "./trees.ts";

/** What the tree is shown in, and told by what it shows. */
export interface Shown {
  readonly view: vscode.TreeView<ExplorerNode>;
  readonly changed: vscode.EventEmitter<ExplorerNode | undefined>;
}

/** The tree as it stands, for the view and for the commands of this room. */
export interface ExplorerTree {
  children(node: ExplorerNode | undefined): Promise<ExplorerNode[]>;
  item(node: ExplorerNode): vscode.TreeItem;
  parent(node: ExplorerNode): ExplorerNode | undefined;
  /** Notes whether the user has a row open: it will be when its connection is active again. */
  noteOpen(node: ExplorerNode, isOpen: boolean): void;
  /** The tree of the active connection; undefined where there is none, or the workspace is not trusted. */
  active(): Branch | undefined;
  /** Shows a row anew: what was forgotten of it is asked for if it is open. Without a row, all of them. */
  show(node?: ExplorerNode): void;
  /** Forgets what stands below a row, and shows it anew. Without a row, all of them. */
  refresh(node?: ExplorerNode): void;
  refreshWhere(fits: (what: TreeItemData) => boolean): void;
  /** Asks again for the row that an error stands below; first the user does about it what can be done, and then for all that failed. */
  retry(remark: ExplorerNode): Promise<void>;
  /** Shows the next page of the row that a "Load more" stands below. */
  more(remark: ExplorerNode): void;
  /** Opens the tree down to a row, and selects it. */
  reveal(node: ExplorerNode): Promise<void>;
  /** What the user has put into the tree of a connection. */
  kept(connection: string): ExplorerState;
  /** Keeps something with a connection, and shows it. */
  keep(connection: string, change: Partial<ExplorerState>): Promise<void>;
}

export function createTree(memory: Memory, services: Services, { view, changed }: Shown): ExplorerTree {
  const { connections, log } = services;
  const trees = new Trees((info) => ({
    ask: (what, anew) =>
      askChildren(what, { names: namesOf(services).of(info), client: () => connections.client(info) }, anew),
    kept: () => readExplorerState(memory, info.id),
    describe(error) {
      const { message, details, actions } = describeError(error);
      log.error(details);
      return { message, details, action: actions[0] };
    },
  }));
  const active = () => {
    const info = vscode.workspace.isTrusted ? connections.active() : undefined;
    return info && trees.of(info);
  };
  const branchOf = (node: ExplorerNode) => {
    const branch = trees.known(node.connection);
    return branch?.node(node.id) === undefined ? undefined : branch;
  };

  const show = (node?: ExplorerNode) => changed.fire(node);
  const refresh = (node?: ExplorerNode) => {
    if (node === undefined) active()?.forgetAll();
    else branchOf(node)?.forget(node);
    show(node);
  };
  return {
    children: async (node) => [
      ...(node === undefined ? (active()?.top() ?? []) : ((await branchOf(node)?.shown(node)) ?? [])),
    ],
    item: (node) => itemOf(node, branchOf(node)),
    parent: (node) => branchOf(node)?.parent(node),
    noteOpen(node, isOpen) {
      const open = branchOf(node)?.open;
      if (isOpen) open?.add(node.id);
      else open?.delete(node.id);
    },
    active,
    show,
    refresh,
    refreshWhere(fits) {
      for (const node of active()?.nodesWhere(fits) ?? []) refresh(node);
    },
    async retry(remark) {
      const branch = branchOf(remark);
      const above = branch?.parent(remark);
      if (branch === undefined || above === undefined) return;
      const action = remark.what.kind === "error" ? remark.what.action : undefined;
      if (action === undefined) {
        refresh(above);
        return;
      }
      await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
      branch.forgetFailed();
      show();
    },
    more(remark) {
      const branch = branchOf(remark);
      const above = branch?.parent(remark);
      if (above === undefined) return;
      branch?.more(above);
      show(above);
    },
    async reveal(node) {
      const branch = branchOf(node);
      const above = branch?.parent(node);
      branch?.uncover(node);
      if (above !== undefined) show(above);
      await view.reveal(node, { select: true, focus: true });
    },
    kept: (connection) => readExplorerState(memory, connection),
    async keep(connection, change) {
      await writeExplorerState(memory, connection, change);
      show();
    },
  };
}

function itemOf(node: ExplorerNode, branch: Branch | undefined): vscode.TreeItem {
  const above = branch?.parent(node)?.what;
  const look = presentationOf(node.what, above?.kind === "section" && above.section === "favorites");
  const isOpen = branch?.open.has(node.id) === true;
  const item = treeItemOf(node.id, look, look.expands ? (isOpen ? "open" : "closed") : "no");
  const command = clickOf(node.what);
  if (command !== undefined) item.command = { title: look.label, command, arguments: [node] };
  return item;
}

/** What a click on a row does. */
function clickOf(what: TreeItemData): string | undefined {
  switch (what.kind) {
    case "more":
      return "analyticsEngines.explorer.loadMore";
    case "error":
      return "analyticsEngines.explorer.retry";
    case "add":
      return what.adds === "benchmark"
        ? "analyticsEngines.explorer.lookUpBenchmark"
        : "analyticsEngines.explorer.addTemplateDirectory";
    default:
      return undefined;
  }
}
