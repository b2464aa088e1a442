import * as vscode from "vscode";
import { familiesFor } from "../../common/families-setting.ts";
import { readProjects } from "../../common/projects.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { loadChecks } from "../language/load.ts";
import { fileKinds, LANGUAGE_ID, wordOf } from "../language/text/kinds.ts";

const words = fileKinds.map(wordOf).join("|");
const NAMES_SCHEMA = new RegExp(
  `"\\$schema"\\s*:\\s*"(?:[^"]*[/\\\\])?(?:${words})\\.schema\\.json(?:[#?][^"]*)?"`,
  "i",
);

/**
 * Assigns the language of parameter files to JSON files with a `$schema` of ours, to those that the setting names, and to those that the user
 * selected. VS Code itself assigns it by file name.
 */
export function assignLanguages(services: Services, documents: Documents): void {
  /** Documents that got the language once. If one is JSON again, the user has changed it back. */
  const assigned = new Set<string>();

  async function assignLanguage(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== "json" && document.languageId !== "jsonc") return;
    const key = document.uri.toString();
    if (assigned.has(key) || !(await isParameterFile(document, documents))) return;
    assigned.add(key);
    await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
  }

  const assignSafely = (document: vscode.TextDocument) =>
    void assignLanguage(document).catch((error: unknown) => logError(services, error));
  services.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(assignSafely),
    // A change of the language also closes and opens a document, but `isClosed` stays false.
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (document.isClosed) assigned.delete(document.uri.toString());
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.families")) {
        vscode.workspace.textDocuments.forEach(assignSafely);
      }
    }),
  );
  vscode.workspace.textDocuments.forEach(assignSafely);
}

async function isParameterFile(document: vscode.TextDocument, documents: Documents): Promise<boolean> {
  if (documents.selectedKind(document.uri) !== undefined) return true;
  // A `$schema` is near the start.
  const start = document.getText(new vscode.Range(0, 0, 20, 0)).slice(0, 2000);
  if (NAMES_SCHEMA.test(start)) return true;
  await readProjects();
  const globs = Object.keys(familiesFor(document.uri));
  if (globs.length === 0) return false;
  const { matchesGlob } = await loadChecks();
  const path = vscode.workspace.asRelativePath(document.uri, false);
  return globs.some((glob) => matchesGlob(path, glob));
}
