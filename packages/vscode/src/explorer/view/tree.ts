import * as vscode from "vscode";
import type { CommandVerb } from "../../common/command-ids.ts";
import { describeError } from "../../common/errors.ts";
import { treeItemOf } from "../../common/vscode-util.ts";
import { namesOf } from "../../services/names-by-connection.ts";
import type { ServiceResource } from "../../services/resources.ts";
import type { Services } from "../../services/services.ts";
import { walkthroughOf } from "../../services/walkthrough.ts";
import { type Branch, createTrees } from "../rows/branch.ts";
import { askChildren } from "../rows/children.ts";
import { type ExplorerState, readExplorerState, writeExplorerState } from "../rows/explorer-state.ts";
import { findRow } from "../rows/find-row.ts";
import type { ExplorerNode, TreeItemData } from "../rows/nodes.ts";
import { presentationOf } from "../rows/presentation.ts";

/** The tree, as the view and the commands use it. */
export type ExplorerTree = ReturnType<typeof createExplorerTree>;

export function createExplorerTree(
  services: Services,
  view: vscode.TreeView<ExplorerNode>,
  changed: vscode.EventEmitter<ExplorerNode | undefined>,
) {
  const { connections, context, log } = services;
  const memory = context.globalState;
  const trees = createTrees((info) => ({
    ask: (item, refresh) =>
      askChildren(item, { names: namesOf(services).of(info), client: () => connections.client(info) }, refresh),
    state: () => readExplorerState(memory, info.id),
    describe(error) {
      const { message, details, actions } = describeError(error);
      log.error(details);
      return { message, details, action: actions[0] };
    },
  }));
  /** The tree of the active connection; undefined without one, or in a workspace that is not trusted. */
  const active = () => {
    const info = vscode.workspace.isTrusted ? connections.active() : undefined;
    return info && trees.of(info);
  };
  const branchOf = (node: ExplorerNode) => {
    const branch = trees.branchOf(node.connection);
    return branch?.node(node.id) === undefined ? undefined : branch;
  };

  /** Redraws a row, by default all rows. An open row requests what is stale. */
  const show = (node?: ExplorerNode) => changed.fire(node);
  /** Requests the rows below a row again, by default those of all rows. */
  const refresh = (node?: ExplorerNode) => {
    (node === undefined ? active() : branchOf(node))?.forget(node);
    show(node);
  };
  /** What the user has added to the tree of a connection. */
  const stateOf = (connection: string): ExplorerState => readExplorerState(memory, connection);
  /** Stores a change for a connection, and redraws the tree. */
  const keep = async (connection: string, change: Partial<ExplorerState>): Promise<void> => {
    await writeExplorerState(memory, connection, change);
    show();
  };
  return {
    children: async (node: ExplorerNode | undefined): Promise<ExplorerNode[]> => [
      ...(node === undefined ? (active()?.top() ?? []) : ((await branchOf(node)?.visibleRows(node)) ?? [])),
    ],
    item: (node: ExplorerNode): vscode.TreeItem => itemOf(node, branchOf(node)),
    parent: (node: ExplorerNode): ExplorerNode | undefined => branchOf(node)?.parent(node),
    /** Remembers whether a row is open, until its connection is active again. */
    noteOpen(node: ExplorerNode, isOpen: boolean): void {
      if (isOpen && node.item.kind !== "section") walkthroughOf(services).complete("browse");
      const open = branchOf(node)?.open;
      if (isOpen) open?.add(node.id);
      else open?.delete(node.id);
    },
    active,
    show,
    refresh,
    refreshWhere(matches: (item: TreeItemData) => boolean): void {
      for (const node of active()?.nodesWhere(matches) ?? []) refresh(node);
    },
    /** Runs the action of an error, then requests all failed rows again. Without an action, requests only the row above. */
    async retry(note: ExplorerNode): Promise<void> {
      const branch = branchOf(note);
      const parentRow = branch?.parent(note);
      if (branch === undefined || parentRow === undefined) return;
      const action = note.item.kind === "error" ? note.item.action : undefined;
      if (action === undefined) {
        refresh(parentRow);
        return;
      }
      await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
      branch.forgetFailed();
      show();
    },
    /** Shows the next page of the row above a "Load more". */
    more(note: ExplorerNode): void {
      const branch = branchOf(note);
      const parentRow = branch?.parent(note);
      if (parentRow === undefined) return;
      branch?.more(parentRow);
      show(parentRow);
    },
    /** The row of a resource of the active connection, if there is one. Requests only the rows on the way to it. */
    async find(resource: ServiceResource): Promise<ExplorerNode | undefined> {
      const branch = active();
      return branch && findRow(branch, resource);
    },
    /** Opens the tree down to a row, and selects it. */
    async reveal(node: ExplorerNode, { focus = true }: { readonly focus?: boolean } = {}): Promise<void> {
      const branch = branchOf(node);
      const parentRow = branch?.parent(node);
      branch?.uncover(node);
      if (parentRow !== undefined) show(parentRow);
      await view.reveal(node, { select: true, focus });
    },
    stateOf,
    keep,
    /** Shows a directory of templated components from now on. */
    async addTemplateDirectory(connection: string, directory: string): Promise<void> {
      const { templateDirectories } = stateOf(connection);
      const isKnown = templateDirectories.some(
        (templateDirectory) => templateDirectory.toLowerCase() === directory.toLowerCase(),
      );
      if (!isKnown) await keep(connection, { templateDirectories: [...templateDirectories, directory] });
    },
  };
}

function itemOf(node: ExplorerNode, branch: Branch | undefined): vscode.TreeItem {
  const row = presentationOf(node.item);
  const isOpen = branch?.open.has(node.id) === true;
  const item = treeItemOf(node.id, row, row.expands ? (isOpen ? "open" : "closed") : "no");
  const verb = clickOf(node.item);
  if (verb !== undefined)
    item.command = { title: row.label, command: `analyticsEngines.explorer.${verb}`, arguments: [node] };
  return item;
}

/** The verb of the command of a click on a row. */
function clickOf(item: TreeItemData): CommandVerb<"explorer"> | undefined {
  if (item.kind === "more") return "loadMore";
  if (item.kind === "error") return "refresh";
  if (item.kind === "add") return item.adds === "benchmark" ? "lookUpBenchmark" : "addTemplateDirectory";
  return undefined;
}
