import type { Services } from "../common/context.ts";
import type { TemplateSort } from "../common/templates.ts";
import type { TreeItemData } from "./nodes.ts";
import { type ExplorerView, showExplorer } from "./view.ts";

/** Shows the tree of the service. It sends no request before a row is opened. */
export function activateExplorer(services: Services): ExplorerView {
  const view = showExplorer(services);
  const { tree, provider, selection } = view;
  services.explorer = {
    tree: provider,
    selection,
    async reveal(resource) {
      const rows = await tree();
      const branch = rows.active();
      const row = branch && (await (await import("./find-row.ts")).findRow(branch, resource));
      if (row !== undefined) await rows.reveal(row, { focus: false });
      return row !== undefined;
    },
    async refreshTemplates(sort, directory) {
      const rows = await tree();
      const connection = rows.active()?.connection;
      if (connection === undefined) return;
      if (directory !== undefined)
        await (await import("./own-lists.ts")).addTemplateDirectory(rows, connection, directory);
      rows.refreshWhere((item) => containsTemplates(item, sort));
    },
  };
  return view;
}

/** Whether templates of a sort are directly below a row. */
function containsTemplates(item: TreeItemData, sort: TemplateSort): boolean {
  if (item.kind === "templates") return item.sort === sort;
  return item.kind === { linked: "", unlinked: "template category", component: "template directory" }[sort];
}
