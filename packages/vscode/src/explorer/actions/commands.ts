import type { CommandHandler, CommandHandlers } from "../../common/command-ids.ts";
import type { Services } from "../../services/services.ts";
import { type ExplorerNode, isExplorerNode } from "../rows/nodes.ts";
import type { ExplorerView } from "../view/view.ts";

/** The commands for the Explorer and its rows. */
export function explorerCommands(
  services: Services,
  { tree }: Pick<ExplorerView, "tree">,
): CommandHandlers<"explorer"> {
  const actions = () => import("./actions.ts");
  const lists = () => import("./own-lists.ts");
  /** A command that needs a row, and ignores any other argument. */
  const onRow =
    (run: (node: ExplorerNode) => unknown): CommandHandler =>
    (node) =>
      isExplorerNode(node) ? run(node) : undefined;
  const rowOrNone = (node: unknown) => (isExplorerNode(node) ? node : undefined);
  return {
    async find(node, query) {
      const { findOnService } = await import("./find.ts");
      await findOnService(services, await tree(), rowOrNone(node), typeof query === "string" ? query : "");
    },
    async refresh(node) {
      const row = rowOrNone(node);
      if (row?.item.kind === "error") await (await tree()).retry(row);
      else (await tree()).refresh(row);
    },
    loadMore: onRow(async (node) => (await tree()).more(node)),
    copy: onRow(async ({ item }) => (await actions()).copy(item)),
    insert: onRow(async ({ item }) => (await actions()).insert(item)),
    openJson: onRow(async (node) => (await import("./json.ts")).openJson(services, node)),
    newFile: onRow(async (node) => (await actions()).newFile(services, node)),
    removeFromList: onRow(async (node) => (await lists()).removeFromList(await tree(), node)),
    lookUpBenchmark: async () => (await lists()).lookUpBenchmark(services, await tree()),
    addTemplateDirectory: async () => (await lists()).askTemplateDirectory(services, await tree()),
  };
}
