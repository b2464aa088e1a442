import path from "node:path";
import * as vscode from "vscode";
import { type Services, shared } from "../../services/services.ts";
import { type ExecuteParts, executeWith } from "./execute.ts";
import { createHistory } from "./history.ts";
import { createHistoryKey } from "./history-key.ts";
import { lockRunForWindow } from "./run-lock.ts";
import { RunStore } from "./run-store.ts";
import type { RunStoreParts } from "./run-store-parts.ts";

/** The key of the open workspace, or of all windows without a folder. */
export const historyKeyOf = shared(({ context }: Services) => {
  // VS Code names the storage of a workspace after it.
  const workspace = context.storageUri && path.basename(path.dirname(context.storageUri.fsPath));
  return createHistoryKey(context.secrets, workspace ?? "no folder");
});

/** Opens the run store in VS Code's storage: that of the workspace, or that of the user if no folder is open. */
export function openStore(
  services: Services,
  hooks: Pick<RunStoreParts, "rememberOpenRuns" | "onChange" | "onFinish" | "onEncryptFailure" | "onPause"> &
    Pick<ExecuteParts, "onCheckFailure">,
): RunStore {
  const { clock, connections, context } = services;
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const { version } = context.extension.packageJSON;
  const history = createHistory(path.join(storage, "runs"), historyKeyOf(services));
  const tool = `analytics-engines/${version}`;
  const findFolder = async (id: string) => {
    const record = await history.read(id);
    return record && { folder: record.folder, open: history.opener(record) };
  };
  return new RunStore({
    clock,
    history,
    ...executeWith({ connections, clock, tool, findFolder, onCheckFailure: hooks.onCheckFailure }),
    lock: lockRunForWindow,
    limit: () => vscode.workspace.getConfiguration("analyticsEngines").get("jobs.historyLimit", 100),
    ...hooks,
  });
}
