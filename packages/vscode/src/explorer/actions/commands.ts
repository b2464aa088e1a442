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
    refresh: async (node) => (await tree()).refresh(rowOrNone(node)),
    retry: onRow(async (node) => (await tree()).retry(node)),
    loadMore: onRow(async (node) => (await tree()).more(node)),
    copyPath: onRow(async ({ item }) => (await actions()).copyPath(item)),
    copyId: onRow(async ({ item }) => (await actions()).copyId(item)),
    insert: onRow(async ({ item }) => (await actions()).insert(item)),
    openJson: onRow(async (node) => (await import("./json.ts")).openJson(services, node)),
    newFile: onRow(async (node) => (await actions()).newFile(services, node)),
    addFavorite: onRow(async (node) => (await lists()).addFavorite(await tree(), node)),
    removeFavorite: onRow(async (node) => (await lists()).removeFavorite(await tree(), node)),
    removeFromList: onRow(async (node) => (await lists()).removeFromList(await tree(), node)),
    lookUpBenchmark: async () => (await lists()).lookUpBenchmark(services, await tree()),
    addTemplateDirectory: async () => (await lists()).askTemplateDirectory(services, await tree()),
  };
}
