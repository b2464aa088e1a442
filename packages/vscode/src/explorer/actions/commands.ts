import * as vscode from "vscode";
import type { CommandHandler, CommandHandlers } from "../../common/command-ids.ts";
import type { Services } from "../../services/services.ts";
import { type ExplorerNode, isExplorerNode } from "../rows/nodes.ts";
import type { ExplorerView } from "../view/view.ts";
import { askTemplateDirectory, copy, insert, lookUpBenchmark, newFile, openJson, removeFromList } from "./actions.ts";
import { findOnService } from "./find.ts";

/** The commands for the Explorer and its rows. */
export function explorerCommands(
  services: Services,
  { tree }: Pick<ExplorerView, "tree">,
): CommandHandlers<"explorer"> {
  /** A command that needs a row, and ignores any other argument. */
  const onRow =
    (run: (node: ExplorerNode) => unknown): CommandHandler =>
    (node) =>
      isExplorerNode(node) ? run(node) : undefined;
  const rowOrNone = (node: unknown) => (isExplorerNode(node) ? node : undefined);
  return {
    async find(node, query) {
      await findOnService(services, await tree(), rowOrNone(node), typeof query === "string" ? query : "");
    },
    async refresh(node) {
      const row = rowOrNone(node);
      if (row?.item.kind === "error") await (await tree()).retry(row);
      else (await tree()).refresh(row);
      // From the palette, the view need not be in sight.
      if (row === undefined) await vscode.commands.executeCommand("analyticsEngines.explorer.focus");
    },
    loadMore: onRow(async (node) => (await tree()).more(node)),
    copy: onRow(({ item }) => copy(item)),
    insert: onRow(({ item }) => insert(item)),
    openJson: onRow((node) => openJson(services, node)),
    newFile: onRow((node) => newFile(services, node)),
    removeFromList: onRow(async (node) => removeFromList(await tree(), node)),
    lookUpBenchmark: async () => lookUpBenchmark(services, await tree()),
    addTemplateDirectory: async () => askTemplateDirectory(services, await tree()),
  };
}
