import type { TemplateSort } from "../common/templates.ts";
import type { ServiceResource } from "../services/resources.ts";
import type { Services } from "../services/services.ts";
import type { TreeItemData } from "./rows/nodes.ts";
import { type ExplorerView, showExplorer } from "./view/view.ts";

/** What the Explorer offers to the other folders of the extension. */
export interface Explorer {
  readonly view: ExplorerView;
  /** Selects the row of a resource of the active connection, and leaves the cursor where it is. Resolves to whether there is one. */
  reveal(resource: ServiceResource): Promise<boolean>;
  /**
   * Refreshes the rows with templates of a sort, for the active connection. Rows that are not shown send no request.
   * @param directory of a templated component; the Explorer shows it from now on
   */
  refreshTemplates(sort: TemplateSort, directory?: string): Promise<void>;
}

/** Shows the tree of the service. It sends no request before a row is opened. */
export function activateExplorer(services: Services): Explorer {
  const view = showExplorer(services);
  const { tree } = view;
  return {
    view,
    async reveal(resource) {
      const rows = await tree();
      const row = await rows.find(resource);
      if (row !== undefined) await rows.reveal(row, { focus: false });
      return row !== undefined;
    },
    async refreshTemplates(sort, directory) {
      const rows = await tree();
      const connection = rows.active()?.connection;
      if (connection === undefined) return;
      if (directory !== undefined) await rows.addTemplateDirectory(connection, directory);
      rows.refreshWhere((item) => containsTemplates(item, sort));
    },
  };
}

/** Whether templates of a sort are directly below a row. */
function containsTemplates(item: TreeItemData, sort: TemplateSort): boolean {
  if (item.kind === "templates") return item.sort === sort;
  return item.kind === { linked: "", unlinked: "template category", component: "template directory" }[sort];
}
