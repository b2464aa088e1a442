import type { Clock } from "@analytics-engines/core/basics";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { shownItem } from "../../common/questions.ts";
import { executeCommand } from "../../services/commands.ts";
import { presentJob, runStatusText } from "../runs/presentation.ts";
import type { RunRef } from "../runs/refs.ts";
import { runLabel } from "../runs/run-times.ts";
import type { Runs } from "../runs/runs.ts";
import { canCancelJob, isActive, type RunView } from "../store/run.ts";

/** A run as an item of a list. */
export function runItem(run: RunView, now: number) {
  const { record, state } = run;
  const status = runStatusText(state === "finished" ? (record.end?.status ?? state) : state);
  const ref: RunRef = { run: record.id };
  return {
    ref,
    label: runLabel(record, now),
    description: `${status} · ${record.connection.name}`,
    detail: record.files.map(({ path }) => path).join(", "),
  };
}

/** Shows the runs and jobs in progress, each with a button that cancels it. */
export async function showRunning(runs: Runs, clock: Clock): Promise<void> {
  const active = runs.loadedRuns().filter(isActive);
  const cancelButton = { iconPath: new vscode.ThemeIcon("debug-stop"), tooltip: l10n.t("Cancel on Service") };
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly ref: RunRef }>();
  pick.placeholder = active.length === 0 ? l10n.t("No run is in progress.") : l10n.t("Runs in progress");
  pick.items = active.flatMap((one) => {
    const run = one.record.id;
    const jobItems = one.jobs
      .filter((job) => canCancelJob(one, job))
      .map((job) => ({
        label: `$(indent) ${job.path.replaceAll("$(", "$ (")}`,
        description: presentJob(one, job).description,
        ref: { run, path: job.path },
      }));
    // A run of another window is canceled there.
    const buttons = one.state === "otherWindow" ? [] : [cancelButton];
    return [runItem(one, clock.now()), ...jobItems].map((item) => ({ ...shownItem(item), buttons }));
  });
  pick.onDidTriggerItemButton(({ item }) => {
    void executeCommand("analyticsEngines.jobs.cancel", item.ref);
    pick.hide();
  });
  pick.onDidAccept(() => {
    void vscode.commands.executeCommand("analyticsEngines.jobs.focus");
    pick.hide();
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}
