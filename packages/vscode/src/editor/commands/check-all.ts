import { sleep } from "@analytics-engines/core/basics";
import { createRepetitionFilter } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as vscode from "vscode";
import { createPause } from "../../common/async.ts";
import { UserCanceledError } from "../../common/errors.ts";
import { countText } from "../../common/texts.ts";
import type { Services } from "../../services/services.ts";
import { allFilesOf, type FileCounts, findAllFiles } from "../documents/all-files.ts";

/** A shorter check shows no progress. */
const PROGRESS_AFTER_MS = 1000;

/** Where a check of many files is. */
interface Course {
  readonly onStep: (done: number, total: number) => void;
  readonly isCanceled: () => boolean;
}

/** Checks all files of the workspace, also those that no editor has open, and shows their mistakes in the Problems view. */
export async function checkAllFiles(services: Services): Promise<FileCounts> {
  const cancellation = new vscode.CancellationTokenSource();
  let report: Course["onStep"] = () => {};
  const course: Course = {
    onStep: (done, total) => report(done, total),
    isCanceled: () => cancellation.token.isCancellationRequested,
  };
  const checking = checkEach(services, course, cancellation.token);
  const isDone = checking.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([isDone, sleep(services.clock, PROGRESS_AFTER_MS).then(() => false)]))) {
    const location = vscode.ProgressLocation.Notification;
    const title = vscode.l10n.t("Checking all files");
    await vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => cancellation.cancel());
      report = (done, total) => {
        const message = vscode.l10n.t("{0} of {1}", countText(done), countText(total));
        progress.report({ message, increment: 100 / total });
      };
      await isDone;
    });
  }
  const { counts, total } = await checking;
  void showCounts(counts, total);
  return counts;
}

async function checkEach(
  services: Services,
  { onStep, isCanceled }: Course,
  token: vscode.CancellationToken,
): Promise<{ readonly counts: FileCounts; readonly total: number }> {
  const { files, total } = await findAllFiles(token);
  if (isCanceled()) throw new UserCanceledError();
  if (files.length === 0)
    throw new UserError(
      vscode.l10n.t("The workspace has no parameter files, sweeps, checks files or project file. Make one with New File."),
      { actions: [{ title: vscode.l10n.t("New File"), command: "analyticsEngines.editor.newFile" }] },
    );
  const checks = allFilesOf(services);
  checks.clear();
  const pause = createPause(services.clock);
  const withoutRepetitions = createRepetitionFilter();
  const counts = { files: 0, errors: 0, warnings: 0 };
  for (const file of files) {
    await pause();
    // What was found so far stays.
    if (isCanceled()) throw new UserCanceledError();
    const { errors, warnings } = await checks.check(file, withoutRepetitions);
    counts.files += 1;
    counts.errors += errors;
    counts.warnings += warnings;
    onStep(counts.files, files.length);
  }
  return { counts, total };
}

/** Says what was found, with a button that leads to it. */
async function showCounts({ files, errors, warnings }: FileCounts, total: number): Promise<void> {
  const mistakes = [
    ...(errors === 0 ? [] : [errors === 1 ? vscode.l10n.t("1 error") : vscode.l10n.t("{0} errors", countText(errors))]),
    ...(warnings === 0
      ? []
      : [warnings === 1 ? vscode.l10n.t("1 warning") : vscode.l10n.t("{0} warnings", countText(warnings))]),
  ].join(", ");
  const checked =
    total > files
      ? vscode.l10n.t("The first {0} of {1} files were checked", countText(files), countText(total))
      : files === 1
        ? vscode.l10n.t("1 file was checked")
        : vscode.l10n.t("{0} files were checked", countText(files));
  const message = vscode.l10n.t("{0}: {1}", checked, mistakes || vscode.l10n.t("no mistakes"));
  if (mistakes === "") {
    await vscode.window.showInformationMessage(message);
    return;
  }
  await vscode.commands.executeCommand("workbench.actions.view.problems");
  await vscode.window.showWarningMessage(message);
}
