import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { textOf } from "../../common/files.ts";
import { findInFolder } from "../../common/find-files.ts";
import { loadReaders, readProjectIn } from "../../common/project-settings.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { createSharedDiagnostics } from "../documents/issue-diagnostics.ts";
import { ROW_FILES, type Sweeps } from "../documents/sweeps.ts";

const CHECKS_FILES = { pattern: "**/*.checks.json" };

/**
 * Marks the cells of CSV files in which checks have limits that are no numbers. The checks file need not be in an editor: it is opened without
 * one while a file with rows is open, as sweeps are.
 * @param checkAgain checks an open checks file again, whose rows changed
 */
export function markCells(
  services: Services,
  sweeps: Pick<Sweeps, "isRead" | "of">,
  checkAgain: (checksFile: vscode.TextDocument) => void,
) {
  const { subscriptions } = services;
  const diagnostics = createSharedDiagnostics("analytics-engines-limits");
  const isRows = (document: vscode.TextDocument) => vscode.languages.match({ pattern: ROW_FILES }, document) > 0;
  const isChecks = (document: vscode.TextDocument) => vscode.languages.match(CHECKS_FILES, document) > 0;
  const safely = (work: Promise<unknown>) => void work.catch((error: unknown) => logError(services, error));

  function checkRowsAgain(file: vscode.Uri): void {
    if (!sweeps.isRead(file) && !file.path.endsWith(".sweep.json")) return;
    for (const document of vscode.workspace.textDocuments) if (isChecks(document)) checkAgain(document);
  }

  /** Opens the checks files that have limits in rows, if a file with rows of a sweep opens. */
  async function openChecks(rows: vscode.TextDocument): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(rows.uri)?.uri;
    if (folder === undefined || !isRows(rows)) return;
    // Finds the sweeps, too.
    await sweeps.of(rows.uri);
    if (!sweeps.isRead(rows.uri)) return;
    const { checks = [CHECKS_FILES.pattern] } = (await readProjectIn(folder))?.project ?? {};
    const { files } = await findInFolder(folder, { patterns: checks });
    const withLimits = await Promise.all(files.map(hasLimits));
    for (const [index, uri] of files.entries()) if (withLimits[index]) await vscode.workspace.openTextDocument(uri);
  }

  async function close(document: vscode.TextDocument): Promise<void> {
    // What was not saved is gone.
    if (!isChecks(document)) return checkRowsAgain(document.uri);
    diagnostics.clear(document.uri);
    // VS Code closes a document without an editor after some minutes.
    await Promise.all(vscode.workspace.textDocuments.map(openChecks));
  }

  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{csv,tsv,json}");
  subscriptions.push(
    diagnostics,
    watcher,
    watcher.onDidCreate(checkRowsAgain),
    watcher.onDidChange(checkRowsAgain),
    watcher.onDidDelete((file) => {
      diagnostics.clear(file);
      checkRowsAgain(file);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => safely(openChecks(document))),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) checkRowsAgain(document.uri);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => safely(close(document))),
  );
  for (const document of vscode.workspace.textDocuments) safely(openChecks(document));
  return {
    /** Replaces the marks of a checks file. */
    set: (checksFile: vscode.Uri, issuesByPath: ReadonlyMap<string, readonly Issue[]>) =>
      diagnostics.set(checksFile, issuesByPath),
  };
}

/** Whether a checks file has limits in the rows of sweeps. One that cannot be read has none. */
async function hasLimits(uri: vscode.Uri): Promise<boolean> {
  const { hasLimitColumn, readChecks } = await loadReaders();
  const text = await textOf(uri).catch(() => undefined);
  return text !== undefined && readChecks(text).checks.some(hasLimitColumn);
}
