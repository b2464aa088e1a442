import path from "node:path";
import * as vscode from "vscode";
import type { Services } from "../../services/services.ts";
import { type ExecuteParts, executeWith } from "./execute.ts";
import { createHistory } from "./history.ts";
import { RunStore, type RunStoreParts } from "./run-store.ts";

/** Opens the run store in VS Code's storage: that of the workspace, or that of the user if no folder is open. */
export function openStore(
  services: Services,
  hooks: Pick<RunStoreParts, "rememberOpenRuns" | "onChange" | "onFinish" | "onPause"> &
    Pick<ExecuteParts, "onCheckFailure">,
): RunStore {
  const { clock, connections, context } = services;
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const { version } = context.extension.packageJSON;
  const history = createHistory(path.join(storage, "runs"));
  const tool = `analytics-engines/${version}`;
  const findFolder = async (id: string) => (await history.read(id))?.folder;
  return new RunStore({
    clock,
    history,
    ...executeWith({ connections, clock, tool, findFolder, onCheckFailure: hooks.onCheckFailure }),
    limit: () => vscode.workspace.getConfiguration("analyticsEngines").get("jobs.historyLimit", 100),
    ...hooks,
  });
}
