import { type DocumentKind, matchesGlob } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import type { CommandHandler } from "../../common/command-ids.ts";
import { familiesFor, readProjects } from "../../common/project-settings.ts";
import { pickOne } from "../../common/questions.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameChecks } from "../documents/name-checks.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import type { CheckedText } from "../language/text/checked-text.ts";
import { fileKinds, kindTitle, LANGUAGE_ID, wordOf } from "../language/text/kinds.ts";

/**
 * Shows the language status item: the family of the file, how it was found, and what is not checked.
 * @returns the command that selects the family
 */
export function showFamily({ subscriptions }: Services, documents: Documents): CommandHandler {
  const item = vscode.languages.createLanguageStatusItem("analyticsEngines.family", { language: LANGUAGE_ID });
  item.name = vscode.l10n.t("Family of Parameter File");
  item.command = { command: "analyticsEngines.editor.pickFamily", title: vscode.l10n.t("Select") };
  const update = () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === LANGUAGE_ID) Object.assign(item, describeFamily(documents.latest(document)));
  };
  subscriptions.push(item, documents.onDidCheck(update), vscode.window.onDidChangeActiveTextEditor(update));
  return async (argument) => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) return;
    // A key binding may name the family.
    const argumentKind = fileKinds.find((kind) => kind === argument);
    const kind = argumentKind ?? (await askFamily(documents.selectedKind(document.uri)));
    await documents.pick(document.uri, kind);
    if (kind !== undefined && document.languageId !== LANGUAGE_ID) {
      await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
    }
  };
}

/**
 * Shows a second status item while the names in the file of the active editor are not looked up: VS Code reopens the files of the last window, which
 * alone sends no requests, and a file without warnings would look checked.
 */
export function showUncheckedNames(
  { subscriptions }: Pick<Services, "subscriptions">,
  documents: Pick<Documents, "latest" | "onDidCheck">,
  checks: Pick<NameChecks, "isChecked" | "onDidChange">,
  lookupGate: Pick<NameLookupGate, "isWanted" | "onDidChange">,
): void {
  let item: vscode.LanguageStatusItem | undefined;
  const update = () => {
    const document = vscode.window.activeTextEditor?.document;
    const checked = document?.languageId === LANGUAGE_ID ? documents.latest(document) : undefined;
    const hasNames = checked?.kind !== undefined && (checked.file !== undefined || checked.sweep !== undefined);
    if (document === undefined || !hasNames || !lookupGate.isWanted() || checks.isChecked(document)) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= vscode.languages.createLanguageStatusItem("analyticsEngines.names", { language: LANGUAGE_ID });
    item.name = vscode.l10n.t("Names in Parameter File");
    item.text = vscode.l10n.t("Names not checked yet");
    item.detail = vscode.l10n.t("accounts, components and others were not looked up on the service");
    item.severity = vscode.LanguageStatusSeverity.Warning;
    item.command = { command: "analyticsEngines.editor.refreshNames", title: vscode.l10n.t("Check Names") };
  };
  subscriptions.push(
    { dispose: () => item?.dispose() },
    documents.onDidCheck(update),
    checks.onDidChange(update),
    lookupGate.onDidChange(update),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}

/** The text of the status item. @param checked undefined before the first check */
export function describeFamily(
  checked: CheckedText | undefined,
): Pick<vscode.LanguageStatusItem, "text" | "detail" | "severity" | "busy"> {
  const busy = { detail: "", severity: vscode.LanguageStatusSeverity.Information, busy: true };
  if (!checked) return { ...busy, text: vscode.l10n.t("Parameter file") };
  const { kind, kindBy, file, sweep } = checked;
  const text = kind === undefined ? vscode.l10n.t("Family unknown") : `${wordOf(kind)}: ${kindTitle(kind)}`;
  const warning = { text, severity: vscode.LanguageStatusSeverity.Warning, busy: false };
  if (!file && !sweep) return { ...warning, detail: vscode.l10n.t("over 5 MB: checked for syntax only") };
  if (kind === undefined) return { ...warning, detail: vscode.l10n.t("select the family of the file") };
  return { ...busy, text, detail: howKnown(kindBy), busy: false };
}

function howKnown(kindBy: CheckedText["kindBy"]): string {
  const texts: Readonly<Record<NonNullable<CheckedText["kindBy"]>, string>> = {
    caller: vscode.l10n.t("selected by you"),
    "file name": vscode.l10n.t("by the file name"),
    $schema: vscode.l10n.t("by its $schema"),
    mapping: vscode.l10n.t("by the setting"),
    content: vscode.l10n.t("by its content"),
  };
  return texts[kindBy ?? "content"];
}

/** Asks for a kind. Returns undefined to detect it. */
async function askFamily(picked: DocumentKind | undefined): Promise<DocumentKind | undefined> {
  const kinds = fileKinds.map((kind) => ({
    label: wordOf(kind),
    description: kindTitle(kind),
    picked: kind === picked,
    document: kind,
  }));
  const automatic = { label: vscode.l10n.t("Detect by name, $schema, setting or content"), document: undefined };
  const title = vscode.l10n.t("Select Family of File");
  return (await pickOne([automatic, ...kinds], { title, matchOnDescription: true })).document;
}

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
  const path = vscode.workspace.asRelativePath(document.uri, false);
  return globs.some((glob) => matchesGlob(path, glob));
}
