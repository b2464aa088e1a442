import type * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import type { TemplateSort, TreeItemData } from "./nodes.ts";
import { type ExplorerView, showExplorer } from "./view.ts";

/** The tree of what the service knows. Nothing is asked for before a row is opened. */
export function activateExplorer(context: vscode.ExtensionContext, services: Services): ExplorerView {
  const view = showExplorer(context.globalState, services);
  const { tree, provider, selection } = view;
  services.explorer = {
    tree: provider,
    selection,
    async refreshTemplates(sort, directory) {
      const rows = await tree();
      const connection = rows.active()?.connection;
      if (connection === undefined) return;
      if (directory !== undefined)
        await (await import("./own-lists.ts")).addTemplateDirectory(rows, connection, directory);
      rows.refreshWhere((what) => isOfSort(what, sort));
    },
  };
  return view;
}

/** Whether templates of a sort stand right below a row. */
function isOfSort(what: TreeItemData, sort: TemplateSort): boolean {
  if (what.kind === "templates") return what.sort === sort;
  return what.kind === { linked: "", unlinked: "template category", component: "template directory" }[sort];
}
