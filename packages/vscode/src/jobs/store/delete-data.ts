import { removeTree } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { confirm } from "../../common/questions.ts";
import { simulatorMemoryFile } from "../../connections/simulator-memory.ts";
import type { Services } from "../../services/services.ts";
import { isActive } from "./run.ts";
import type { RunStore } from "./run-store.ts";

/**
 * Deletes what the extension stored on this machine for this workspace, after a question: runs with their results, credentials,
 * and what the extension remembers. Connections stay in the settings, and results in folders of the workspace.
 */
export async function deleteStoredData(services: Services, store: RunStore): Promise<void> {
  const { connections, context } = services;
  if (store.runs.some(isActive))
    throw new UserError(l10n.t("A run is in progress. Cancel it before you delete the stored data."));
  const question = l10n.t("Delete all data that the extension stored on this machine for this workspace?");
  const detail = l10n.t(
    "Runs with their results, the credentials of all connections and selections are deleted. Settings and files in the workspace stay.",
  );
  if (!(await confirm(question, l10n.t("Delete All"), detail))) return;
  await store.clear();
  for (const info of connections.all()) await connections.forgetCredentials(info);
  await connections.setActive(undefined);
  for (const memory of [context.workspaceState, context.globalState])
    for (const key of memory.keys()) await memory.update(key, undefined);
  await removeTree(simulatorMemoryFile((context.storageUri ?? context.globalStorageUri).fsPath));
  void vscode.window.showInformationMessage(l10n.t("The stored data was deleted."));
}
