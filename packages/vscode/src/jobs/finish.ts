import * as vscode from "vscode";
import { executeCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { runDiagnosticsOf } from "./diagnostics.ts";
import type { Finished } from "./job-store.ts";
import { noticeOf } from "./notice.ts";

/** Tells of the end of a run: in the log and, where something is wrong, in its parameter files; in a notification where it took long. */
export async function tellOfEnd(services: Services, finished: Finished): Promise<void> {
  for (const line of linesOf(finished)) services.log.info(line);
  void notify(finished);
  await runDiagnosticsOf(services).show(finished);
}

/** For the log: what support asks for. */
function linesOf({ run, manifest }: Finished): string[] {
  return manifest.files.map(({ path, status, jobId = "no job", requestKeys, problem }) => {
    const said = problem === undefined ? "" : ` ${problem.message}`;
    return `${path} on "${run.record.connection.name}": ${status}. Job ${jobId}, request keys ${requestKeys.join(", ") || "none"}.${said}`;
  });
}

async function notify(finished: Finished): Promise<void> {
  const notice = noticeOf(finished);
  if (notice === undefined) return;
  const show = vscode.l10n.t("Show results");
  const choice = notice.isGood
    ? await vscode.window.showInformationMessage(notice.message, show)
    : await vscode.window.showWarningMessage(notice.message, show);
  if (choice === show) await executeCommand("analyticsEngines.jobs.showResults", { run: finished.run.record.id });
}
