import * as vscode from "vscode";
import { executeCommand, logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { walkthroughOf } from "../../services/walkthrough.ts";
import { showRunDiagnostics } from "../outcomes/diagnostics.ts";
import { levelOf, type RunOutcome } from "../runs/outcome.ts";
import { outcomeText } from "../runs/presentation.ts";
import { elapsedText, runTitle } from "../runs/run-titles.ts";
import type { Runs } from "../runs/runs.ts";
import type { RunView } from "../store/run.ts";
import type { FinishedRun } from "../store/run-store.ts";
import { noticeOf } from "./notice.ts";

/**
 * Reports the end of a run in the log, in the status bar, as problems in its parameter files, and by its results beside the editor. If
 * these do not open, a notification reports a long run.
 */
export async function reportEnd(services: Services, runs: Runs, finished: FinishedRun): Promise<void> {
  for (const line of linesOf(finished)) services.log.info(line);
  showRunDiagnostics(services);
  const outcome = await runs.outcomeOf(finished.run);
  if (outcome === undefined) return;
  flashOutcome(services, finished.run, outcome);
  if ((finished.run.record.end?.succeeded ?? 0) > 0) walkthroughOf(services).complete("run");
  openBesideEditor(runs, finished.run)
    .then((isOpen) => (isOpen ? undefined : notify(finished, outcome)))
    .catch((error: unknown) => logError(services, error));
}

/** The lines for the log, with the keys that support needs. */
function linesOf({ run, manifest }: FinishedRun): string[] {
  return manifest.files.map(({ path, status, jobId = "no job", requestKeys, problem }) => {
    const problemText = problem === undefined ? "" : ` ${problem.message}`;
    return `${path} on "${run.record.connection.name}": ${status}. Job ${jobId}, request keys ${requestKeys.join(", ") || "none"}.${problemText}`;
  });
}

async function notify(finished: FinishedRun, outcome: RunOutcome): Promise<void> {
  const notice = noticeOf(finished, outcome);
  if (notice === undefined) return;
  const show = vscode.l10n.t("Show Results");
  const choice = notice.isGood
    ? await vscode.window.showInformationMessage(notice.message, show)
    : await vscode.window.showWarningMessage(notice.message, show);
  if (choice === show) await executeCommand("analyticsEngines.jobs.showResults", { run: finished.run.record.id });
}

/**
 * Opens the results of a run beside the editor that it was begun in, unless the settings say otherwise. The focus stays where it is.
 * @returns false if the run was begun elsewhere, its editor is no longer visible, or it has no results
 */
export async function openBesideEditor(runs: Runs, { record }: RunView): Promise<boolean> {
  const uri = runs.startingFiles.get(record.id);
  runs.startingFiles.delete(record.id);
  const isWanted = vscode.workspace.getConfiguration("analyticsEngines").get("results.openWhenDone", true);
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri?.toString());
  if (!isWanted || editor?.viewColumn === undefined || !record.end?.succeeded) return false;
  const opened = await executeCommand("analyticsEngines.results.open", { run: record.id }, editor.viewColumn + 1);
  return opened !== undefined;
}

/** Long enough to notice and to click. */
const FLASH_MS = 8000;

/** Shows the outcome of a run in the status bar for some seconds. A click shows its results. */
export function flashOutcome({ clock }: Services, run: RunView, outcome: RunOutcome): void {
  const { id } = run.record;
  const level = levelOf(outcome);
  const item = vscode.window.createStatusBarItem("analyticsEngines.outcome", vscode.StatusBarAlignment.Left, 48);
  const words = `${outcomeText(outcome)}, ${elapsedText(run.record, clock.now())}`;
  const text = vscode.l10n.t("{0}: {1}", runTitle(run), words);
  item.name = vscode.l10n.t("Analytics Engines Outcome");
  item.text = `$(${{ good: "pass", warned: "warning", bad: "error" }[level]}) ${text.replaceAll("$(", "$ (")}`;
  item.tooltip = vscode.l10n.t("Show the results");
  item.accessibilityInformation = { label: text, role: "button" };
  item.command = { title: item.tooltip, command: "analyticsEngines.jobs.showResults", arguments: [{ run: id }] };
  if (level !== "good")
    item.backgroundColor = new vscode.ThemeColor(`statusBarItem.${level === "bad" ? "error" : "warning"}Background`);
  item.show();
  clock.setTimer(FLASH_MS, () => item.dispose());
}
