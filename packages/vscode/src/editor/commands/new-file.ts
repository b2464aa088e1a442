import { type DocumentKind, familyIds } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { exists, openDocument } from "../../common/files.ts";
import { PROJECT_FILE_NAME } from "../../common/project-settings.ts";
import { pickOne } from "../../common/questions.ts";
import { baseName } from "../../common/texts.ts";
import { type NewFileIds, newParameterText, type Variant, variantsOf } from "../language/new-file.ts";
import { newChecksText, newProjectText, newSweep } from "../language/new-project-files.ts";
import { fileKinds, kindTitle, LANGUAGE_ID, wordOf } from "../language/text/kinds.ts";

/** Asks what the new file is for, and opens it unsaved. */
export async function newFile(): Promise<void> {
  const items = [
    {
      label: vscode.l10n.t("Parameter File"),
      description: vscode.l10n.t("what is computed, for one or a few accounts"),
      open: newParameterFile,
    },
    {
      label: vscode.l10n.t("Sweep"),
      description: vscode.l10n.t("one template for many rows of a CSV file"),
      open: openNewSweep,
    },
    {
      label: vscode.l10n.t("Checks File"),
      description: vscode.l10n.t("rules that the numbers of each run must meet"),
      open: openNewChecks,
    },
    {
      label: vscode.l10n.t("Project File"),
      description: vscode.l10n.t("files, connections and sets that run together"),
      open: openNewProject,
    },
  ];
  const title = vscode.l10n.t("New File: Select What It Is For");
  await (await pickOne(items, { title, matchOnDescription: true })).open();
}

async function newParameterFile(): Promise<void> {
  const kind = await pickKind(vscode.l10n.t("New Parameter File: Select a Family or Template"), fileKinds);
  const variant = await pickVariant(kind);
  await offerFirstValue(await openNewFile(kind, {}, variant));
}

/** Opens a sweep and, beside it, the CSV file with its rows. */
async function openNewSweep(): Promise<void> {
  const family = await pickKind(vscode.l10n.t("New Sweep: Select a Family"), familyIds);
  const rowsUri = await freeName("rows", "csv");
  const { sweep, rows } = newSweep(family, baseName(rowsUri.path));
  await writeUnsaved(rowsUri, rows);
  const document = await writeUnsaved(await freeName("sweep", `${family}.sweep.json`), sweep);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(rowsUri), {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: false,
  });
  await offerFirstValue(await showWritten(document, vscode.ViewColumn.One));
}

async function openNewChecks(): Promise<void> {
  const document = await writeUnsaved(await freeName("results", "checks.json"), newChecksText());
  await vscode.window.showTextDocument(document);
}

/** Opens the project file: a folder has at most one, so the one that exists is opened. */
async function openNewProject(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = folder && vscode.Uri.joinPath(folder, PROJECT_FILE_NAME);
  if (file !== undefined && (await exists(file))) {
    await vscode.window.showTextDocument(file);
    return;
  }
  const uri = vscode.Uri.from({ scheme: "untitled", path: file?.path ?? PROJECT_FILE_NAME });
  const document = openDocument(uri) ?? (await writeUnsaved(uri, newProjectText()));
  await vscode.window.showTextDocument(document);
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
  return showWritten(await writeUnsaved(await freeName(stem, `${wordOf(kind)}.json`), text));
}

async function writeUnsaved(uri: vscode.Uri, text: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(edit);
  return document;
}

/** Shows a new file in the language of parameter files. */
async function showWritten(document: vscode.TextDocument, column?: vscode.ViewColumn): Promise<vscode.TextEditor> {
  const written =
    document.languageId === LANGUAGE_ID
      ? document
      : await vscode.languages.setTextDocumentLanguage(document, LANGUAGE_ID);
  return vscode.window.showTextDocument(written, column);
}

/** The address of a new file in the first folder that no file has. @param ending what follows the stem and its number: `pa.json` */
async function freeName(stem: string, ending: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [first = "", ...rest] = stem.split(".");
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? first : `${first}-${number}`;
    const name = [numbered, ...rest, ending].join(".");
    const file = folder && vscode.Uri.joinPath(folder, name);
    const uri = vscode.Uri.from({ scheme: "untitled", path: file?.path ?? name });
    if (openDocument(uri) === undefined && !(file && (await exists(file)))) return uri;
  }
}

async function pickKind<Kind extends DocumentKind>(title: string, kinds: readonly Kind[]): Promise<Kind> {
  const items = kinds.map((kind) => ({ label: wordOf(kind), description: kindTitle(kind), value: kind }));
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
