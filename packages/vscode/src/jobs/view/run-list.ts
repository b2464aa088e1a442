import * as vscode from "vscode";
import { type Services, shared } from "../../services/services.ts";
import type { RunFilter, RunGrouping } from "./arrange.ts";

const groupingKey = "jobs.grouping";

/** How the view of jobs shows its runs. */
export type JobList = ReturnType<typeof jobListOf>;

export const jobListOf = shared(({ context: { workspaceState }, subscriptions }: Services) => {
  const changed = new vscode.EventEmitter<void>();
  const wanted = new vscode.EventEmitter<string>();
  let filter: RunFilter | undefined;
  subscriptions.push(changed, wanted);
  return {
    /** The filter; undefined if all runs are shown. */
    filter: () => filter,
    grouping: (): RunGrouping => workspaceState.get<RunGrouping>(groupingKey, "none"),
    setFilter(next: RunFilter | undefined): void {
      filter = next;
      void vscode.commands.executeCommand("setContext", "analyticsEngines.jobsFiltered", next !== undefined);
      changed.fire();
    },
    async setGrouping(grouping: RunGrouping): Promise<void> {
      await workspaceState.update(groupingKey, grouping);
      changed.fire();
    },
    onDidChange: changed.event,
    /** Shows the row of a run. */
    reveal: (run: string) => wanted.fire(run),
    onDidWant: wanted.event,
  };
});
