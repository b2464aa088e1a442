import path from "node:path";
import { excludedFolders } from "@analytics-engines/runs/lookup";
import * as vscode from "vscode";
import { findInFolder } from "../../common/find-files.ts";
import { readProjectIn } from "../../common/project-settings.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";

/** Long enough for a checkout or a run to write its files. */
const SETTLED_MS = 2000;

/** Enough for the menus; a larger folder is not searched to its end. */
const MAX_FILES = 20_000;

/** Keeps the folders with parameter files and the run folders as context keys, for the menus of the file explorer. */
export function watchMenuFolders(services: Services): void {
  const { clock, subscriptions } = services;
  let cancelTimer: (() => void) | undefined;
  const search = () => {
    cancelTimer = undefined;
    showFolders().catch((error: unknown) => logError(services, error));
  };
  const searchSoon = ({ path: changed }: vscode.Uri) => {
    if (!changed.split("/").some((name) => excludedFolders.includes(name)))
      cancelTimer ??= clock.setTimer(SETTLED_MS, search);
  };
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{json,jsonl}", false, true, false);
  subscriptions.push(
    watcher,
    watcher.onDidCreate(searchSoon),
    watcher.onDidDelete(searchSoon),
    vscode.workspace.onDidChangeWorkspaceFolders(search),
    { dispose: () => cancelTimer?.() },
  );
  search();
}

async function showFolders(): Promise<void> {
  const roots = vscode.workspace.workspaceFolders ?? [];
  const filesByRoot = await Promise.all(
    roots.map(async ({ uri }) => ({ root: uri, ...(await findInFolder(uri, undefined, { limit: MAX_FILES })) })),
  );
  const parameterFolders = filesByRoot.flatMap(({ root, files }) =>
    files.flatMap((file) => foldersBetween(root, file)),
  );
  const runFolders = filesByRoot.flatMap(({ journals }) => journals.map(({ fsPath }) => path.dirname(fsPath)));
  await setKey("analyticsEngines.parameterFolders", parameterFolders);
  await setKey("analyticsEngines.runFolders", runFolders);
  const projects = await Promise.all(roots.map(({ uri }) => (uri.scheme === "file" ? readProjectIn(uri) : undefined)));
  const hasProject = projects.some((project) => project !== undefined);
  await vscode.commands.executeCommand("setContext", "analyticsEngines.hasProject", hasProject);
  await vscode.commands.executeCommand(
    "setContext",
    "analyticsEngines.hasFiles",
    hasProject || parameterFolders.length > 0,
  );
}

/** The folders from the one of a file up to the root. */
function foldersBetween(root: vscode.Uri, file: vscode.Uri): readonly string[] {
  const folders: string[] = [];
  for (let folder = path.dirname(file.fsPath); folder.length >= root.fsPath.length; folder = path.dirname(folder))
    folders.push(folder);
  return folders;
}

/** The operator `in` of when-clauses looks for the keys of an object. */
function setKey(name: string, folders: readonly string[]): Thenable<unknown> {
  return vscode.commands.executeCommand(
    "setContext",
    name,
    Object.fromEntries(folders.map((folder) => [folder, true])),
  );
}
