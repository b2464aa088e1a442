import path from "node:path";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { executeWith } from "./execute.ts";
import { createHistory } from "./history.ts";
import { historyKey } from "./history-key.ts";
import { JobStore } from "./job-store.ts";
import type { JobStoreParts } from "./job-store-parts.ts";
import { lockRunForWindow } from "./run-lock.ts";

/** Opens the job store in VS Code's storage: that of the workspace, or that of the user if no folder is open. */
export function openStore(
  { clock, connections, context }: Services,
  hooks: Pick<JobStoreParts, "rememberOpen" | "onChange" | "onFinish" | "onPause">,
): JobStore {
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const { version } = context.extension.packageJSON;
  return new JobStore({
    clock,
    history: createHistory(path.join(storage, "runs"), historyKey(context.secrets)),
    ...executeWith({ connections, clock, tool: `analytics-engines/${version}` }),
    lock: lockRunForWindow,
    limit: () => vscode.workspace.getConfiguration("analyticsEngines").get("jobs.historyLimit", 100),
    ...hooks,
  });
}
