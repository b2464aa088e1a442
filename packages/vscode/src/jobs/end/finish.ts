import * as vscode from "vscode";
import { executeCommand, logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { walkthroughOf } from "../../services/walkthrough.ts";
import { showRunDiagnostics } from "../outcomes/diagnostics.ts";
import type { Runs } from "../runs/runs.ts";
import type { FinishedRun } from "../store/run-store.ts";
import { noticeOf } from "./notice.ts";
import { openBesideEditor } from "./open-when-done.ts";
import { flashOutcome } from "./outcome-flash.ts";

/**
 * Reports the end of a run in the log, in the status bar, as problems in its parameter files, and by its results beside the editor. If
 * these do not open, a notification reports a long run.
 */
export async function reportEnd(services: Services, runs: Runs, finished: FinishedRun): Promise<void> {
  for (const line of linesOf(finished)) services.log.info(line);
  showRunDiagnostics(services);
  flashOutcome(services, finished.run);
  if ((finished.run.record.end?.succeeded ?? 0) > 0) walkthroughOf(services).complete("run");
  openBesideEditor(runs, finished.run)
    .then((isOpen) => (isOpen ? undefined : notify(finished)))
    .catch((error: unknown) => logError(services, error));
}

/** The lines for the log, with the keys that support needs. */
function linesOf({ run, manifest }: FinishedRun): string[] {
  return manifest.files.map(({ path, status, jobId = "no job", requestKeys, problem }) => {
    const problemText = problem === undefined ? "" : ` ${problem.message}`;
    return `${path} on "${run.record.connection.name}": ${status}. Job ${jobId}, request keys ${requestKeys.join(", ") || "none"}.${problemText}`;
  });
}

async function notify(finished: FinishedRun): Promise<void> {
  const notice = noticeOf(finished);
  if (notice === undefined) return;
  const show = vscode.l10n.t("Show Results");
  const choice = notice.isGood
    ? await vscode.window.showInformationMessage(notice.message, show)
    : await vscode.window.showWarningMessage(notice.message, show);
  if (choice === show) await executeCommand("analyticsEngines.jobs.showResults", { run: finished.run.record.id });
}
