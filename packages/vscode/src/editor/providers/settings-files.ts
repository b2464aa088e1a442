import type { Issue } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { createKeyTimers } from "../../common/key-timers.ts";
import { PROJECT_FILE_NAME } from "../../common/projects.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { CHECK_DELAY_MS } from "../documents/documents.ts";
import { diagnosticOf, isWritten, rangeOf } from "../documents/issue-diagnostic.ts";
import { fixesOf } from "./code-actions.ts";

/** Files beside parameter files, whose completion and hovers come from VS Code's JSON editor by their schemas in the manifest. */
const selector: vscode.DocumentSelector = [{ pattern: `**/${PROJECT_FILE_NAME}` }, { pattern: "**/*.checks.json" }];

/** Marks what is wrong in project files and checks files, with fixes. */
export function checkSettingsFiles(services: Services): void {
  const { clock, subscriptions } = services;
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-settings");
  const timers = createKeyTimers(clock);

  async function check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const issues = await issuesOf(document);
    if (document.isClosed || document.version !== version) return;
    collection.set(
      document.uri,
      issues.map((issue) => diagnosticOf(issue, rangeOf(document, issue))),
    );
  }

  function checkSoon(document: vscode.TextDocument, delayMs: number): void {
    if (vscode.languages.match(selector, document) === 0 || !isWritten(document)) return;
    timers.set(document.uri.toString(), delayMs, () => {
      check(document).catch((error: unknown) => logError(services, error));
    });
  }

  subscriptions.push(
    collection,
    timers,
    vscode.workspace.onDidOpenTextDocument((document) => checkSoon(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document, CHECK_DELAY_MS)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: async (document, range) => fixesOf(document, range, await issuesOf(document)) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
  for (const document of vscode.workspace.textDocuments) checkSoon(document, 0);
}

async function issuesOf(document: vscode.TextDocument): Promise<readonly Issue[]> {
  const { readChecks, readProject } = await import("../../common/settings-readers.ts");
  const read = document.uri.path.endsWith(`/${PROJECT_FILE_NAME}`) ? readProject : readChecks;
  return read(document.getText()).issues;
}
