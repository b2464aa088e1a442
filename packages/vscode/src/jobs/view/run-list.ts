import * as vscode from "vscode";
import { type Services, shared } from "../../services/services.ts";
import type { RunFilter, RunGrouping } from "./arrange.ts";

const GROUPING_KEY = "jobs.grouping";

/** How the view of jobs shows its runs. */
export type RunList = ReturnType<typeof runListOf>;

export const runListOf = shared(({ context: { workspaceState }, subscriptions }: Services) => {
  const changed = new vscode.EventEmitter<void>();
  const revealed = new vscode.EventEmitter<string>();
  let filter: RunFilter | undefined;
  subscriptions.push(changed, revealed);
  return {
    /** The filter; undefined if all runs are shown. */
    filter: () => filter,
    grouping: (): RunGrouping => workspaceState.get<RunGrouping>(GROUPING_KEY, "none"),
    setFilter(next: RunFilter | undefined): void {
      filter = next;
      void vscode.commands.executeCommand("setContext", "analyticsEngines.jobsFiltered", next !== undefined);
      changed.fire();
    },
    async setGrouping(grouping: RunGrouping): Promise<void> {
      await workspaceState.update(GROUPING_KEY, grouping);
      changed.fire();
    },
    onDidChange: changed.event,
    /** Shows the row of a run. */
    reveal: (run: string) => revealed.fire(run),
    onDidReveal: revealed.event,
  };
});
