import { UserError } from "@analytics-engines/runs/progress";
import type { ToolService, ToolWorld } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { projectOf } from "../common/project-settings.ts";
import { kindOptions } from "../editor/documents/written-file.ts";
import { loadSchema } from "../editor/language/schema/schema.ts";
import { readExplorerState } from "../explorer/rows/explorer-state.ts";
import { runTitle } from "../jobs/runs/run-titles.ts";
import { runsOf } from "../jobs/runs/runs.ts";
import { namesOf } from "../services/names-by-connection.ts";
import type { Services } from "../services/services.ts";

/** What the tools may read in this window: the open folders, the runs of the history, and the service of the active connection. */
export function toolWorld(services: Services): ToolWorld {
  const { clock, connections, context } = services;
  async function service(): Promise<ToolService> {
    // Reports a missing or unusable connection before any request.
    await connections.client();
    const info = connections.active();
    if (info === undefined)
      throw new UserError(l10n.t("No connection is selected, and this tool needs one. Ask the user to select one."));
    const names = namesOf(services).of(info);
    const { benchmarks } = readExplorerState(context.globalState, info.id);
    const ids = benchmarks.flatMap((benchmark) => (benchmark.kind === "benchmark" ? [benchmark.id] : []));
    return { names, benchmarks: ids };
  }

  return {
    folders: (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === "file")
      .map(({ uri }) => uri.fsPath),
    reading: (file) => kindOptions(services, vscode.Uri.file(file)),
    checks: (folder) => projectOf(vscode.Uri.file(folder))?.checks,
    unsaved: (file) =>
      vscode.workspace.textDocuments
        .find(({ uri, isDirty }) => isDirty && uri.scheme === "file" && uri.fsPath === file)
        ?.getText(),
    async runs() {
      const store = await runsOf(services).loadedStore();
      return store.runs.map((run) => {
        const { id, startedAt, folder } = run.record;
        return { id, title: runTitle(run), startedAt, folder };
      });
    },
    service,
    schema: loadSchema,
    today: () => new Date(clock.now()),
  };
}
