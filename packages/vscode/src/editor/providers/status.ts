import type { DocumentKind } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import type { CommandHandler } from "../../common/command-ids.ts";
import { pickOne } from "../../common/questions.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
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
