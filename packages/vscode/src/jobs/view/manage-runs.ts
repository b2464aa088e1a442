import { isolated } from "@analytics-engines/core/basics";
import { removeTree } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserCanceledError } from "../../common/errors.ts";
import { storageOf } from "../../common/folder-storage.ts";
import { confirm } from "../../common/questions.ts";
import { simulatorMemoryFile } from "../../connections/connection-list.ts";
import type { Services } from "../../services/services.ts";
import type { ResolvedRef } from "../runs/refs.ts";
import { fileTitle, runTitle } from "../runs/run-titles.ts";
import { isOfOtherFolder } from "../store/open-runs.ts";
import { isActive, type RunView } from "../store/run.ts";
import type { RunStore } from "../store/run-store.ts";

/** Asks for the name of a run; an empty name restores the default name. */
export async function renameRun({ store, run: { record } }: ResolvedRef): Promise<void> {
  const prompt = l10n.t("A name for the run. Leave it empty to show its file.");
  const options = { prompt, value: record.name ?? "", placeHolder: fileTitle(record.files) };
  const name = await vscode.window.showInputBox(options);
  if (name === undefined) throw new UserCanceledError();
  await store.rename(record.id, name.trim());
}

/** Deletes runs that are not in progress, after a question. */
export async function deleteRuns(store: RunStore, runs: readonly RunView[]): Promise<void> {
  const ended = runs.filter((run) => !isActive(run));
  const [first] = ended;
  if (first === undefined) throw new UserError(l10n.t("This run is in progress. Cancel it before you delete it."));
  const question =
    ended.length === 1
      ? l10n.t("Delete the run of {0} and its results?", isolated(runTitle(first)))
      : l10n.t("Delete {0} runs and their results?", ended.length);
  if (!(await confirm(question, l10n.t("Delete")))) return;
  for (const { record } of ended) await store.remove(record.id);
}

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
    for (const key of memory.keys()) if (!isOfOtherFolder(key)) await memory.update(key, undefined);
  await removeTree(simulatorMemoryFile(storageOf(context)));
  void vscode.window.showInformationMessage(l10n.t("The stored data was deleted."));
}
