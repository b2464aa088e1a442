import { UserError } from "@analytics-engines/runs/host";
import * as vscode from "vscode";
import type { CommandHandler, CommandHandlers } from "../common/command-ids.ts";
import { EXCLUDED_GLOB } from "../common/find-files.ts";
import { pickOne } from "../common/questions.ts";
import { type RunRef, runRefOf } from "../jobs/runs/refs.ts";
import { activeRef, activeTarget } from "../results/commands/active-target.ts";
import type { ExportFormat } from "../results/export/export-commands.ts";
import { comparisonState } from "../results/source/compared-runs.ts";
import { isRunManifest } from "../results/source/is-run-manifest.ts";
import { type OpenRunFolder, openFolder } from "../results/source/run-source.ts";
import { openAsResult } from "../results/viewers/open-as-result.ts";
import type { Services } from "../services/services.ts";
import { exportToWorkspace } from "./export-to-workspace.ts";
import { needsDesktop } from "./refuse.ts";
import { workspaceHost } from "./workspace-folder.ts";
import { workspaceViewersOf } from "./workspace-viewers.ts";

/** A user does not read a longer list of run folders. */
const MAX_RUNS = 200;

/** The commands for results in a browser: for run folders of the workspace. There is no history of runs. */
export function webResultCommands(services: Services): CommandHandlers<"results"> {
  const viewers = workspaceViewersOf(services);
  const needsRuns = () => needsDesktop("runs");
  return {
    open: needsRuns,
    openFile: (argument) => openAsResult(viewers, argument),
    async compareWith(argument, other) {
      const ref = runRefOf(argument) ?? (await activeRef(viewers));
      if (ref === undefined) throw new UserError(vscode.l10n.t("No run is open. Open the manifest of a run folder."));
      const now = await openFolder(ref.run, workspaceHost);
      const before = await (typeof other === "string" ? openFolder(other, workspaceHost) : chooseOther(ref));
      const state = comparisonState(
        { ref, startedAt: now.manifest.startedAt },
        { ref: { run: before.folder }, startedAt: before.manifest.startedAt },
      );
      if (state === undefined)
        throw new UserError(vscode.l10n.t("A run cannot be compared with itself. Choose another one."));
      return viewers.openRun(state);
    },
    compareWithLastRun: needsRuns,
    selectForCompare: needsRuns,
    compareWithSelected: needsRuns,
    exportCsv: exportAs("csv"),
    exportJson: exportAs("json"),
    exportArrow: exportAs("arrow"),
    exportParquet: () => needsDesktop("parquet"),
    openRaw: async () => (await import("../results/viewers/raw-document.ts")).openRaw(await activeTarget(viewers)),
    openExternally: () => needsDesktop("program"),
  };

  function exportAs(format: ExportFormat): CommandHandler {
    return async (_argument, to) => exportToWorkspace(await activeTarget(viewers), format, to);
  }
}

/** Lets the user choose another run folder of the workspace. */
async function chooseOther({ run }: RunRef): Promise<OpenRunFolder> {
  const manifests = await vscode.workspace.findFiles("**/manifest.json", EXCLUDED_GLOB, MAX_RUNS);
  const sources = await Promise.all(manifests.map(readRun));
  const items = sources
    .flatMap((source) => (source === undefined || source.folder === run ? [] : [source]))
    .sort((one, two) => (one.manifest.startedAt > two.manifest.startedAt ? -1 : 1))
    .map((source) => ({
      label: vscode.workspace.asRelativePath(vscode.Uri.parse(source.folder)),
      description: source.manifest.startedAt,
      source,
    }));
  if (items.length === 0)
    throw new UserError(vscode.l10n.t("There is no other run to compare with. Open a folder that has one."));
  return (await pickOne(items, { placeHolder: vscode.l10n.t("Compare with which run?") })).source;
}

/** Reads the run of a manifest; undefined for that of another program, and for one that cannot be read. */
async function readRun(uri: vscode.Uri): Promise<OpenRunFolder | undefined> {
  try {
    if (!isRunManifest(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)))) return undefined;
    return await openFolder(vscode.Uri.joinPath(uri, "..").toString(), workspaceHost);
  } catch {
    return undefined;
  }
}
