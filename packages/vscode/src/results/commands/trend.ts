import path from "node:path";
import { pathOfSource } from "@analytics-engines/core/basics";
import { sourceOfUnit, type UnitName } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/progress";
import { newestFirst, placeOfCell, readUnitTrend } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { EXCLUDED_GLOB } from "../../common/find-files.ts";
import { withLateProgress } from "../../common/late-progress.ts";
import { runsOf } from "../../jobs/runs/runs.ts";
import type { Services } from "../../services/services.ts";
import { tablesOf } from "../export/export.ts";
import type { PageCell } from "../source/messages.ts";
import type { Target } from "../source/run-source.ts";
import type { Viewer } from "../viewers/viewer.ts";
import { viewersOf } from "../viewers/viewers.ts";

/**
 * Shows how the numbers of a unit moved over its runs: those of the history of the editor, and the run folders of the workspace.
 * @param cell the cell whose number is shown first
 * @throws UserError if no run has numbers of the unit
 */
export async function showTrend(services: Services, target: Target, cell: PageCell | undefined): Promise<Viewer> {
  const name = nameOf(target);
  const place = cell && placeOfCell(await tablesOf(target), cell);
  const { clock } = services;
  const view = await withLateProgress(clock, l10n.t("Reading the runs"), async ({ onStep, signal }) => {
    const ownFolder = target.source.folder;
    const otherFolders = (await foldersWith(services, name, signal)).filter((folder) => folder !== ownFolder);
    // The run that the user sees is never left out.
    const folders = [ownFolder, ...(await newestFirst(otherFolders))];
    return readUnitTrend(folders, name, { clock, onFolder: onStep, signal });
  });
  const title = name.unit || path.posix.basename(name.path);
  if (view.series.length === 0)
    throw new UserError(l10n.t("No run has numbers of {0}. Run it, and once more for its trend.", title));
  const viewer = viewersOf(services).openTrend(l10n.t("{0}: trend", title), view, [
    `${name.path}#${name.unit}`,
    ...(place === undefined ? [] : [place.table, place.row, place.column]),
  ]);
  if (view.runs.length === 1)
    void vscode.window.showInformationMessage(
      l10n.t("One run alone has numbers of {0}. Each further run adds a point to its trend.", title),
    );
  return viewer;
}

/** What the unit comes from: its file, or its sweep and its row. */
function nameOf({ source: { manifest }, unit }: Target): UnitName {
  const file = manifest.files.find(({ units }) => units.includes(unit));
  if (file === undefined) throw new Error("the run does not have its unit");
  return sourceOfUnit({ file, unit });
}

/** The folders of runs that can have the unit: those of the history, and all of the workspace. */
async function foldersWith(
  services: Services,
  { path: file }: UnitName,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { runs } = await runsOf(services).loadedStore();
  const ofHistory = runs
    .filter(({ record, state }) => state === "finished" && record.files.some((run) => pathOfSource(run.path) === file))
    .map(({ record }) => record.folder);
  const search = new vscode.CancellationTokenSource();
  signal.addEventListener("abort", () => search.cancel());
  const journals = await vscode.workspace.findFiles("**/journal.jsonl", EXCLUDED_GLOB, undefined, search.token);
  const ofWorkspace = journals.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => path.dirname(fsPath));
  return [...new Set([...ofHistory, ...ofWorkspace])];
}
