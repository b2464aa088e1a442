import { lstat } from "node:fs/promises";
import path from "node:path";
import { hasCode, UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import type { RunRecord } from "../store/run-record.ts";
import { runTitle } from "./presentation.ts";

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
