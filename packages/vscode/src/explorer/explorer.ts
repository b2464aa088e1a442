import type { Services } from "../common/context.ts";
import type { TemplateSort } from "./nodes.ts";

/** What the Explorer does for other rooms. */
export interface Explorer {
  /**
   * Asks anew for the templates of a sort that the Explorer shows, of the active connection; nothing that it does not show is asked for.
   * @param directory of a templated component: from now on among the directories that are shown
   */
  refreshTemplates(sort: TemplateSort, directory?: string): Promise<void>;
}

const byServices = new WeakMap<Services, Explorer>();

/** The same for all rooms; undefined before the Explorer is active. */
export function explorerOf(services: Services): Explorer | undefined {
  return byServices.get(services);
}

export function setExplorer(services: Services, explorer: Explorer): void {
  byServices.set(services, explorer);
}
