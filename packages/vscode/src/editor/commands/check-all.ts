import { createRepetitionFilter } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as vscode from "vscode";
import { createPause } from "../../common/async.ts";
import { type Course, withLateProgress } from "../../common/late-progress.ts";
import { countText } from "../../common/texts.ts";
import type { Services } from "../../services/services.ts";
import { allFilesOf, type FileCounts, findAllFiles } from "../documents/all-files.ts";

/** Checks all files of the workspace, also those that no editor has open, and shows their mistakes in the Problems view. */
export async function checkAllFiles(services: Services): Promise<FileCounts> {
  const { counts, total } = await withLateProgress(services.clock, vscode.l10n.t("Checking all files"), (course) =>
    checkEach(services, course),
  );
  void showCounts(counts, total);
  return counts;
}

/** Once it is canceled, it stops; what was found so far stays. */
async function checkEach(
  services: Services,
  { onStep, signal }: Course,
): Promise<{ readonly counts: FileCounts; readonly total: number }> {
  const { files, total } = await findAllFiles();
  if (files.length === 0)
    throw new UserError(
      vscode.l10n.t(
        "The workspace has no parameter files, sweeps, checks files or project file. Make one with New File.",
      ),
      { actions: [{ title: vscode.l10n.t("New File"), command: "analyticsEngines.editor.newFile" }] },
    );
  const checks = allFilesOf(services);
  checks.clear();
  const pause = createPause(services.clock);
  const withoutRepetitions = createRepetitionFilter();
  const counts = { files: 0, errors: 0, warnings: 0 };
  for (const file of files) {
    await pause();
    if (signal.aborted) break;
    const { errors, warnings } = await checks.check(file, withoutRepetitions);
    counts.files += 1;
    counts.errors += errors;
    counts.warnings += warnings;
    onStep(counts.files, files.length);
  }
  return { counts, total };
}

/** Says what the check found, and shows it. */
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
