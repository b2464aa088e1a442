import path from "node:path";
import { keyOfUnit } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { projectOf, readProjects } from "../../common/projects.ts";
import { SIMULATOR_ID } from "../../connections/connection-list.ts";
import { runTabTitle } from "../../jobs/runs/run-times.ts";
import { type Runs, runsOf } from "../../jobs/runs/runs.ts";
import type { RunRecord } from "../../jobs/store/run-record.ts";
import { type Services, shared } from "../../services/services.ts";
import type { ResultVerb } from "../source/messages.ts";
import type { Target } from "../source/run-source.ts";
import { contentOfFile, openRunFolder, runOfFile } from "../source/run-source.ts";
import type { Subject } from "./viewer.ts";
import { createViewers, type ViewableRun } from "./viewers.ts";

/** The pages with results of the history, and of files on this machine. */
export const viewersOf = shared((services: Services) => {
  const runs = runsOf(services);
  return createViewers(services, {
    find: (id) => findRun(runs, id),
    titleOf(id) {
      const run = runs.loadedRuns().find(({ record }) => record.id === id);
      return run && runTabTitle(run.record);
    },
    onDidChange: runs.onDidChange,
    readFile,
    act,
  });
});

async function findRun(runs: Runs, id: string): Promise<ViewableRun> {
  const store = await runs.loadedStore();
  const run = store.run(id);
  if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history. Choose another one."));
  if (run.state !== "finished") throw new UserError(l10n.t("This run has not ended yet. Wait until it ends."));
  return {
    title: runTabTitle(run.record),
    connection: connectionText(run.record),
    tolerances: await tolerancesFor(run.record),
    async open() {
      await runs.requireFolder(run);
      return openRunFolder(run.record.folder);
    },
  };
}

/** The tolerances of the project file of the first file of a run. */
async function tolerancesFor({ files: [file] }: RunRecord): Promise<readonly string[] | undefined> {
  await readProjects();
  return file?.uri === undefined ? undefined : projectOf(vscode.Uri.parse(file.uri))?.tolerances;
}

/** The simulator has an address for each window, which says nothing. */
function connectionText({ connection: { id, name, baseUrl } }: RunRecord): string {
  return id === SIMULATOR_ID ? name : `${name}, ${baseUrl}`;
}

async function act(verb: ResultVerb, target: Target): Promise<void> {
  if (verb === "open") await (await import("../export/open-document.ts")).openDocument(target);
  else await (await import("../export/export-commands.ts")).exportResult(target, "csv", undefined);
}

/** Reads a run folder by its manifest, a result of a run folder, or a result file alone. */
async function readFile({ scheme, fsPath }: vscode.Uri): Promise<Subject> {
  if (scheme !== "file")
    throw new UserError(l10n.t("The file is not on this machine. Copy it to this machine to show its results."));
  if (path.basename(fsPath) === "manifest.json")
    return { kind: "run", source: await openRunFolder(path.dirname(fsPath)), state: {} };
  const result = await runOfFile(fsPath);
  if (result !== undefined) {
    return { kind: "run", source: result.source, state: { selected: keyOfUnit(result) } };
  }
  return { kind: "result", name: path.basename(fsPath), content: await contentOfFile(fsPath) };
}
