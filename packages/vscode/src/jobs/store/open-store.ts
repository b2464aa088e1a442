import * as vscode from "vscode";
import { lazily } from "../../common/async.ts";
import type { Services } from "../../services/services.ts";
import type { ExecuteParts } from "./execute.ts";
import { createHistory } from "./history.ts";
import { earlierPlaces, placeOf, runPlaces } from "./places.ts";
import { RunStore, type RunStoreParts } from "./run-store.ts";

/** Opens the store of the runs of all folders of the workspace; without one, of those of the user. */
export function openStore(
  services: Services,
  hooks: Pick<RunStoreParts, "rememberOpenRuns" | "onChange" | "onFinish" | "onPause"> &
    Pick<ExecuteParts, "onCheckFailure">,
): RunStore {
  const { clock, connections, context } = services;
  const { version } = context.extension.packageJSON;
  const history = createHistory({
    all: () => [...runPlaces(context), ...earlierPlaces(context)],
    of: (files) => placeOf(context, files[0]?.uri),
  });
  const tool = `analytics-engines/${version}`;
  const findFolder = async (id: string) => (await history.read(id))?.folder;
  const { onCheckFailure } = hooks;
  const driver = lazily(async () =>
    (await import("./execute.ts")).executeWith({ connections, clock, tool, findFolder, onCheckFailure }),
  );
  return new RunStore({
    clock,
    history,
    // Most windows show the history and run nothing.
    execute: async (plan, how) => (await driver()).execute(plan, how),
    cancelOpenJobs: async (record) => (await driver()).cancelOpenJobs(record),
    isInUse: async (folder) => (await driver()).isInUse(folder),
    endedManifest: async (folder) => (await driver()).endedManifest(folder),
    limit: () => vscode.workspace.getConfiguration("analyticsEngines").get("jobs.historyLimit", 100),
    ...hooks,
  });
}
