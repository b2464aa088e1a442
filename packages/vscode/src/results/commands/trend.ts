import path from "node:path";
import { pathOfSource } from "@analytics-engines/core/parameters";
import { sourceOfUnit, type UnitName } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/progress";
import { placeOfCell, readUnitTrend } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { findInFolder } from "../../common/find-files.ts";
import { withLateProgress } from "../../common/late-progress.ts";
import { runsOf } from "../../jobs/runs/runs.ts";
import type { Services } from "../../services/services.ts";
import { tablesOf } from "../export/export.ts";
import type { PageCell } from "../source/messages.ts";
import type { Target } from "../source/run-source.ts";
import type { Viewer } from "../viewers/viewer.ts";
import { viewersOf } from "../viewers/viewers.ts";

/** More runs are no trend that a person reads. */
const MAX_FOLDERS = 200;

/**
 * Shows how the numbers of a unit moved over its runs: those of the history of the editor, and the run folders of the workspace.
 * @param cell the cell whose number is shown first
 * @throws UserError if no run has numbers of the unit
 */
export async function showTrend(services: Services, target: Target, cell: PageCell | undefined): Promise<Viewer> {
  const name = nameOf(target);
  const folders = await foldersWith(services, name, target.source.folder);
  const place = cell && placeOfCell(await tablesOf(target), cell);
  const view = await withLateProgress(services.clock, l10n.t("Reading the runs"), ({ onStep, signal }) =>
    readUnitTrend(folders, name, { clock: services.clock, onFolder: (done) => onStep(done, folders.length), signal }),
  );
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

/** The folders of runs that can have the unit, the newest first; those of the workspace after the runs of the history. */
async function foldersWith(
  services: Services,
  { path: file }: UnitName,
  ownFolder: string,
): Promise<readonly string[]> {
  const { runs } = await runsOf(services).loadedStore();
  const ofHistory = runs
    .filter(({ record, state }) => state === "finished" && record.files.some((run) => pathOfSource(run.path) === file))
    .map(({ record }) => record.folder);
  const roots = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  const journals = await Promise.all(roots.map(async ({ uri }) => (await findInFolder(uri)).journals));
  const ofWorkspace = journals.flat().map(({ fsPath }) => path.dirname(fsPath));
  return [...new Set([ownFolder, ...ofHistory, ...ofWorkspace])].slice(0, MAX_FOLDERS);
}
