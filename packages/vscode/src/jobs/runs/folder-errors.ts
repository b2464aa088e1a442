import { lstat } from "node:fs/promises";
import path from "node:path";
import { type ErrorAction, hasCode, UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import type { RunRecord } from "../store/history.ts";
import { runTitle } from "./run-titles.ts";

export const RESULTS_FOLDER_SETTING = "analyticsEngines.jobs.resultsFolder";

/** The button that opens the setting for the folder of results. */
export function openResultsSetting(): ErrorAction {
  return {
    title: l10n.t("Open Setting"),
    command: "workbench.action.openSettings",
    args: [RESULTS_FOLDER_SETTING],
  };
}

/**
 * Explains an error of the disk about a run folder in the workspace, and how to continue the run. Returns any other error unchanged.
 * @param storage the folder of the extension
 */
export function explainFolderError(record: RunRecord, error: unknown, storage: string): unknown {
  const isOfDisk = error instanceof Error && "code" in error && ("syscall" in error || error.code === "storage");
  if (!isOfDisk || record.folder.startsWith(storage + path.sep)) return error;
  const message = l10n.t(
    'The results cannot be stored in {0}: {1}. Make the folder writable, or change the setting "{2}" for later runs. Then resume the run.',
    record.folder,
    error.message.replace(/\.$/, ""),
    RESULTS_FOLDER_SETTING,
  );
  const resume = { title: l10n.t("Resume Run"), command: "analyticsEngines.jobs.resume", args: [{ run: record.id }] };
  return new UserError(message, { actions: [openResultsSetting(), resume], cause: error });
}

/** Whether the run folder of a finished run was deleted or moved, or has lost its manifest. */
export async function isGone({ folder }: RunRecord): Promise<boolean> {
  try {
    await lstat(path.join(folder, "manifest.json"));
    return false;
  } catch (error) {
    return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
  }
}

/** Says what is gone, and offers to compute it again or to forget it. */
export function goneError(record: RunRecord): UserError {
  const args = [{ run: record.id }];
  return new UserError(
    l10n.t(
      "The results of {0} are gone: {1} was deleted or moved. Run it again, or delete the run from the history.",
      runTitle({ record }),
      record.folder,
    ),
    {
      actions: [
        { title: l10n.t("Run Again"), command: "analyticsEngines.jobs.rerun", args },
        { title: l10n.t("Delete"), command: "analyticsEngines.jobs.remove", args },
      ],
    },
  );
}
