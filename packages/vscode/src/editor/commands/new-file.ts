import type { DocumentKind } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { pickOne } from "../../common/questions.ts";
import { type NewFileIds, newParameterText, type Variant, variantsOf } from "../language/new-file.ts";
import { fileKinds, kindTitle, LANGUAGE_ID, wordOf } from "../language/text/kinds.ts";

/** Asks for the kind of a new parameter file, and opens it unsaved. */
export async function newParameterFile(): Promise<void> {
  const kind = await pickKind();
  const variant = await pickVariant(kind);
  await offerFirstValue(await openNewFile(kind, {}, variant));
}

/** Moves the cursor to the first empty text of a new file, and offers completions. */
export async function offerFirstValue(editor: vscode.TextEditor): Promise<void> {
  const empty = editor.document.getText().indexOf('""');
  if (empty < 0) return;
  const position = editor.document.positionAt(empty + 1);
  editor.selection = new vscode.Selection(position, position);
  await vscode.commands.executeCommand("editor.action.triggerSuggest");
}

/** Opens a new, unsaved parameter file with a free name in the first folder. */
export async function openNewFile(kind: DocumentKind, ids: NewFileIds, variant?: Variant): Promise<vscode.TextEditor> {
  return openUnsaved("parameters", kind, newParameterText(kind, ids, variant));
}

/** Opens a text as a new, unsaved file of a kind, whose name starts with `stem`. */
export async function openUnsaved(stem: string, kind: DocumentKind, text: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(await freeName(stem, kind));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(edit);
  const written =
    document.languageId === LANGUAGE_ID
      ? document
      : await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
  return vscode.window.showTextDocument(written);
}

async function freeName(stem: string, kind: DocumentKind): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [first = "", ...rest] = stem.split(".");
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? first : `${first}-${number}`;
    const name = [numbered, ...rest, wordOf(kind), "json"].join(".");
    const file = folder && vscode.Uri.joinPath(folder, name);
    const uri = vscode.Uri.from({ scheme: "untitled", path: file?.path ?? name });
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    if (!isOpen && !(file && (await exists(file)))) return uri;
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}

async function pickKind(): Promise<DocumentKind> {
  const items = fileKinds.map((kind) => ({ label: wordOf(kind), description: kindTitle(kind), value: kind }));
  const title = vscode.l10n.t("New Parameter File: Select a Family or Template");
  return (await pickOne(items, { title, matchOnDescription: true })).value;
}

async function pickVariant(kind: DocumentKind): Promise<Variant | undefined> {
  const variants = variantsOf(kind);
  if (variants.length === 1) return variants[0];
  const titles = variantTitles();
  const items = variants.map((variant) => ({ label: titles[variant], value: variant }));
  return (await pickOne(items, { title: vscode.l10n.t("New Parameter File: Select a Request") })).value;
}

/** The titles of the variants. */
export function variantTitles(): Readonly<Record<Variant, string>> {
  return {
    "component as saved": vscode.l10n.t("A component with its saved settings"),
    "component for an account": vscode.l10n.t("A component for an account"),
    "document for an account": vscode.l10n.t("A document for an account"),
    "listed securities over a range of dates": vscode.l10n.t("Listed securities over a range of dates"),
    "listed securities on listed dates": vscode.l10n.t("Listed securities on listed dates"),
    "securities found by a screening expression": vscode.l10n.t("Securities found by a screening expression"),
    "securities of a universal screen": vscode.l10n.t("Securities of a universal screen"),
    "securities from their price": vscode.l10n.t("Securities computed from their price"),
    "batch for an account": vscode.l10n.t("A batch for an account"),
    trades: vscode.l10n.t("The list of trades"),
    "optimal holdings": vscode.l10n.t("The optimal holdings"),
    request: vscode.l10n.t("The request"),
  };
}
