import { type CommandId, registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { type ExplorerNode, isExplorerNode } from "./nodes.ts";
import type { ExplorerView } from "./view.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.explorer.find": [node?: unknown, query?: unknown];
    "analyticsEngines.explorer.refresh": [node?: unknown];
    "analyticsEngines.explorer.retry": [node?: unknown];
    "analyticsEngines.explorer.loadMore": [node?: unknown];
    "analyticsEngines.explorer.copyPath": [node?: unknown];
    "analyticsEngines.explorer.copyId": [node?: unknown];
    "analyticsEngines.explorer.insert": [node?: unknown];
    "analyticsEngines.explorer.openJson": [node?: unknown];
    "analyticsEngines.explorer.newFile": [node?: unknown];
    "analyticsEngines.explorer.addFavorite": [node?: unknown];
    "analyticsEngines.explorer.removeFavorite": [node?: unknown];
    "analyticsEngines.explorer.lookUpBenchmark": [];
    "analyticsEngines.explorer.addTemplateDirectory": [];
    "analyticsEngines.explorer.removeFromList": [node?: unknown];
  }
}

/** What is done with the tree and its rows. */
export function registerExplorerCommands(services: Services, { tree }: Pick<ExplorerView, "tree">): void {
  const actions = () => import("./actions.ts");
  const lists = () => import("./own-lists.ts");
  /** Registers a command about a row: what else it is given does nothing. */
  const onRow = (id: RowCommand, run: (node: ExplorerNode) => unknown) =>
    registerCommand(services, id, (node?: unknown) => (isExplorerNode(node) ? run(node) : undefined));

  registerCommand(services, "analyticsEngines.explorer.find", async (node, query) => {
    const { findOnService } = await import("./find.ts");
    await findOnService(
      services,
      await tree(),
      isExplorerNode(node) ? node : undefined,
      typeof query === "string" ? query : "",
    );
  });
  registerCommand(services, "analyticsEngines.explorer.refresh", async (node) =>
    (await tree()).refresh(isExplorerNode(node) ? node : undefined),
  );
  onRow("analyticsEngines.explorer.retry", async (node) => (await tree()).retry(node));
  onRow("analyticsEngines.explorer.loadMore", async (node) => (await tree()).more(node));
  onRow("analyticsEngines.explorer.copyPath", async ({ what }) => (await actions()).copyPath(what));
  onRow("analyticsEngines.explorer.copyId", async ({ what }) => (await actions()).copyId(what));
  onRow("analyticsEngines.explorer.insert", async ({ what }) => (await actions()).insert(what));
  onRow("analyticsEngines.explorer.openJson", async (node) => (await import("./json.ts")).openJson(services, node));
  onRow("analyticsEngines.explorer.newFile", async (node) => (await actions()).newFile(services, node));
  onRow("analyticsEngines.explorer.addFavorite", async (node) => (await lists()).addFavorite(await tree(), node));
  onRow("analyticsEngines.explorer.removeFavorite", async (node) => (await lists()).removeFavorite(await tree(), node));
  onRow("analyticsEngines.explorer.removeFromList", async (node) => (await lists()).removeFromList(await tree(), node));
  registerCommand(services, "analyticsEngines.explorer.lookUpBenchmark", async () =>
    (await lists()).lookUpBenchmark(services, await tree()),
  );
  registerCommand(services, "analyticsEngines.explorer.addTemplateDirectory", async () =>
    (await lists()).askTemplateDirectory(services, await tree()),
  );
}

/** The commands that are about a row. */
type RowCommand = Exclude<
  CommandId & `analyticsEngines.explorer.${string}`,
  | "analyticsEngines.explorer.find"
  | "analyticsEngines.explorer.lookUpBenchmark"
  | "analyticsEngines.explorer.addTemplateDirectory"
>;
