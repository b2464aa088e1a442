import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import type { Documents } from "./documents.ts";
import { documentKinds, languageId, wordOf } from "./kinds.ts";
import { loadChecker } from "./load.ts";

const words = documentKinds.map(wordOf).join("|");
const namesSchema = new RegExp(
  `"\\$schema"\\s*:\\s*"(?:[^"]*[/\\\\])?(?:${words})\\.schema\\.json(?:[#?][^"]*)?"`,
  "i",
);

/**
 * Opens JSON files in the language of parameter files that are such by their `$schema`, by the setting, or by the user's choice. VS Code itself does so
 * for those that are by their name.
 */
export function assignLanguages(context: vscode.ExtensionContext, { log }: Services, documents: Documents): void {
  /** Who is here again as JSON was taken back by the user. */
  const assigned = new Set<string>();

  async function assignLanguage(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== "json" && document.languageId !== "jsonc") return;
    const key = document.uri.toString();
    if (assigned.has(key) || !(await isParameterFile(document, documents))) return;
    assigned.add(key);
    await vscode.languages.setTextDocumentLanguage(document, languageId);
  }

  const assignSafely = (document: vscode.TextDocument) =>
    void assignLanguage(document).catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(assignSafely),
    // Another language closes and opens a document, too; it is not closed then.
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
  if (documents.picked(document.uri) !== undefined) return true;
  // `$schema` stands at the start, if anywhere.
  const start = document.getText(new vscode.Range(0, 0, 20, 0)).slice(0, 2000);
  if (namesSchema.test(start)) return true;
  const settings = vscode.workspace.getConfiguration("analyticsEngines.editor", document);
  const families = settings.get<Record<string, string>>("families", {});
  const globs = Object.keys(families);
  if (globs.length === 0) return false;
  const { matchesGlob } = await loadChecker();
  const path = vscode.workspace.asRelativePath(document.uri, false);
  return globs.some((glob) => matchesGlob(path, glob));
}
