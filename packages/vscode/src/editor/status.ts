import * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { UserCanceledError } from "../common/errors.ts";
import type { Checked } from "./check.ts";
import type { Documents } from "./documents.ts";
import { type DocumentKind, documentKinds, languageId, titleOf, wordOf } from "./kinds.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.editor.pickFamily": [kind?: unknown];
  }
}

/** The language status item: the family of the file, how it is known, and what is not checked. */
export function showFamily(context: vscode.ExtensionContext, services: Services, documents: Documents): void {
  const item = vscode.languages.createLanguageStatusItem("analyticsEngines.family", { language: languageId });
  item.name = vscode.l10n.t("Family of the parameter file");
  item.command = { command: "analyticsEngines.editor.pickFamily", title: vscode.l10n.t("Select") };
  const update = () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId === languageId) Object.assign(item, describeFamily(documents.latest(document)));
  };
  context.subscriptions.push(item, documents.onDidCheck(update), vscode.window.onDidChangeActiveTextEditor(update));
  registerCommand(services, "analyticsEngines.editor.pickFamily", async (given) => {
    const document = vscode.window.activeTextEditor?.document;
    if (!document) return;
    // A key binding may name the family.
    const named = documentKinds.find((kind) => kind === given);
    const kind = named ?? (await askFamily(documents.picked(document.uri)));
    await documents.pick(document.uri, kind);
    if (kind !== undefined && document.languageId !== languageId) {
      await vscode.languages.setTextDocumentLanguage(document, languageId);
    }
  });
}

/** What the status item says of a document; undefined stands for one that was not checked yet. */
export function describeFamily(
  checked: Checked | undefined,
): Pick<vscode.LanguageStatusItem, "text" | "detail" | "severity" | "busy"> {
  if (!checked) return { text: vscode.l10n.t("Parameter file"), detail: "", severity: normal, busy: true };
  const { kind, kindBy, file } = checked;
  const text = kind === undefined ? vscode.l10n.t("Family unknown") : `${wordOf(kind)}: ${titleOf(kind)}`;
  if (!file) {
    const detail = vscode.l10n.t("over 5 MB: checked for syntax only");
    return { text, detail, severity: vscode.LanguageStatusSeverity.Warning, busy: false };
  }
  if (kind === undefined) {
    const detail = vscode.l10n.t("nothing tells what the file is for");
    return { text, detail, severity: vscode.LanguageStatusSeverity.Warning, busy: false };
  }
  return { text, detail: howKnown(kindBy), severity: normal, busy: false };
}

const normal = vscode.LanguageStatusSeverity.Information;

function howKnown(kindBy: string | undefined): string {
  switch (kindBy) {
    case "caller":
      return vscode.l10n.t("picked by hand");
    case "file name":
      return vscode.l10n.t("by the file's name");
    case "$schema":
      return vscode.l10n.t("by its $schema");
    case "mapping":
      return vscode.l10n.t("by the setting");
    default:
      return vscode.l10n.t("by its content");
  }
}

/** Undefined stands for finding it out. */
async function askFamily(picked: DocumentKind | undefined): Promise<DocumentKind | undefined> {
  const kinds = documentKinds.map((kind) => ({
    label: wordOf(kind),
    description: titleOf(kind),
    picked: kind === picked,
    document: kind,
  }));
  const automatic = { label: vscode.l10n.t("Find out by name, $schema, setting or content"), document: undefined };
  const title = vscode.l10n.t("What is this parameter file for?");
  const chosen = await vscode.window.showQuickPick([automatic, ...kinds], { title, matchOnDescription: true });
  if (!chosen) throw new UserCanceledError();
  return chosen.document;
}
