import path from "node:path";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { executeWith } from "./execute.ts";
import { createHistory } from "./history.ts";
import { historyKey } from "./history-key.ts";
import { JobStore, type JobStoreParts } from "./job-store.ts";
import { lockRun } from "./run-lock.ts";

/** The job store over VS Code's storage: of the workspace, or of the user where no folder is open. */
export function openStore(
  context: vscode.ExtensionContext,
  { clock, connections }: Services,
  rememberOpen: JobStoreParts["rememberOpen"],
): JobStore {
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const { version } = context.extension.packageJSON;
  return new JobStore({
    clock,
    history: createHistory(path.join(storage, "runs"), historyKey(context.secrets)),
    ...executeWith({ connections, clock, tool: `analytics-engines/${version}` }),
    lock: lockRun,
    limit: () => vscode.workspace.getConfiguration("analyticsEngines").get("jobs.historyLimit", 100),
    rememberOpen,
  });
}
