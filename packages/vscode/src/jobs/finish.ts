import * as vscode from "vscode";
import { executeCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { statusWords, titleOf } from "./job-nodes.ts";
import type { Finished } from "./job-store.ts";
import type { Jobs } from "./jobs.ts";

/** A shorter run is still looked at when it ends. */
export const notifyAfterSeconds = 10;

/** Tells of the end of a run: in the log always, in a notification where it took long. */
export function tellOfEnds({ log, subscriptions }: Services, jobs: Jobs): void {
  subscriptions.push(
    jobs.onDidFinish((finished) => {
      for (const line of linesOf(finished)) log.info(line);
      if (finished.seconds > notifyAfterSeconds) void notify(finished);
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

async function notify({ run }: Finished): Promise<void> {
  const { end, id } = run.record;
  // Who canceled it knows; a job alone may have been canceled, and the others have results.
  if (end === undefined || (end.status === "canceled" && end.succeeded === 0)) return;
  const show = vscode.l10n.t("Show results");
  const units = vscode.l10n.t("{0} of {1} units have results.", end.succeeded, end.units);
  const message = `${titleOf(run)}: ${statusWords(end.status)}. ${units}`;
  const choice =
    end.status === "success"
      ? await vscode.window.showInformationMessage(message, show)
      : await vscode.window.showWarningMessage(message, show);
  if (choice === show) await executeCommand("analyticsEngines.jobs.showResults", { run: id });
}
