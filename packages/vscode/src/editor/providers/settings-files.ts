import * as vscode from "vscode";
import { createKeyTimers } from "../../common/async.ts";
import { isProjectFile, settingsFiles } from "../../common/project-settings.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { CHECK_DELAY_MS } from "../documents/documents.ts";
import { diagnosticOf, isWritten, rangeOf } from "../documents/issue-diagnostics.ts";
import { settingsIssues, textIssues } from "../documents/settings-issues.ts";
import type { Sweeps } from "../documents/sweeps.ts";
import { fixesOf } from "./code-actions.ts";
import { markCells } from "./limit-cells.ts";

export { showSetLenses } from "./set-lenses.ts";

/** A checkout writes its files in this time. */
const SETTLED_MS = 1000;

/** Marks what is wrong in open project files and checks files, with fixes, and in the cells in which checks have limits. */
export function checkSettingsFiles(services: Services, sweeps: Sweeps): void {
  const { clock, subscriptions } = services;
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-settings");
  const timers = createKeyTimers(clock);
  const cells = markCells(services, sweeps, (document) => checkSoon(document, CHECK_DELAY_MS));

  async function check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const { issues, cellIssues } = await settingsIssues(document.uri, document.getText(), sweeps);
    if (document.isClosed || document.version !== version) return;
    cells.set(document.uri, cellIssues);
    collection.set(
      document.uri,
      issues.map((issue) => diagnosticOf(issue, rangeOf(document, issue))),
    );
  }

  function checkSoon(document: vscode.TextDocument, delayMs: number): void {
    if (vscode.languages.match(settingsFiles, document) === 0 || !isWritten(document)) return;
    timers.set(document.uri.toString(), delayMs, () => {
      check(document).catch((error: unknown) => logError(services, error));
    });
  }

  /** A new file may be what a glob of the project file means, and a deleted one was. */
  function checkProjects(): void {
    for (const document of vscode.workspace.textDocuments)
      if (isProjectFile(document.uri)) checkSoon(document, SETTLED_MS);
  }

  const watcher = vscode.workspace.createFileSystemWatcher("**/*.json", false, true, false);
  subscriptions.push(
    collection,
    timers,
    watcher,
    watcher.onDidCreate(checkProjects),
    watcher.onDidDelete(checkProjects),
    vscode.workspace.onDidOpenTextDocument((document) => checkSoon(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document, CHECK_DELAY_MS)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.languages.registerCodeActionsProvider(
      settingsFiles,
      {
        provideCodeActions: async (document, range) =>
          fixesOf(document, range, await textIssues(document.uri, document.getText())),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
  for (const document of vscode.workspace.textDocuments) checkSoon(document, 0);
}
