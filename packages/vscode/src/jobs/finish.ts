import * as vscode from "vscode";
import { executeCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import type { Finished } from "./job-store.ts";
import type { Jobs } from "./jobs.ts";
import { noticeOf } from "./notice.ts";

/** Tells of the end of a run: in the log always, in a notification where it took long. */
export function tellOfEnds({ log, subscriptions }: Services, jobs: Jobs): void {
  subscriptions.push(
    jobs.onDidFinish((finished) => {
      for (const line of linesOf(finished)) log.info(line);
      void notify(finished);
    }),
  );
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
