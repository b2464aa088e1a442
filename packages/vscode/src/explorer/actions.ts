import { isComponentFamilyId } from "@analytics-engines/core/families/facts";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { UserCanceledError, UserError } from "../common/errors.ts";
import type { NameEntry } from "../common/name-entry.ts";
import { namesOf } from "../common/names-by-connection.ts";
import { titleOf } from "../editor/kinds.ts";
import { offerFirstValue, openNewFile, variantTitles } from "../editor/new-file-command.ts";
import { insertion } from "./insertion.ts";
import { type FileChoice, fileChoices } from "./new-files.ts";
import type { ExplorerNode, TreeItemData } from "./nodes.ts";
import { idOf, pathOf } from "./presentation.ts";

export async function copyPath(what: TreeItemData): Promise<void> {
  const path = pathOf(what);
  if (path !== undefined) await vscode.env.clipboard.writeText(path);
}

export async function copyId(what: TreeItemData): Promise<void> {
  const id = idOf(what);
  if (id !== undefined) await vscode.env.clipboard.writeText(id);
}

/** Writes a path or an id where the cursor stands in the editor that was used last. */
export async function insert(what: TreeItemData): Promise<void> {
  const text = pathOf(what) ?? idOf(what);
  if (text === undefined) return;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new UserError(l10n.t("No file is open that this could be inserted into."));
  const { document, selections } = editor;
  const whole = document.getText();
  const isJson = ["json", "jsonc", "analytics-engines"].includes(document.languageId);
  const inserted = await editor.edit((edit) => {
    for (const selection of selections) {
      const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
      edit.replace(selection, isJson ? insertion(whole, start, end, text) : text);
    }
  });
  if (!inserted) throw new UserError(l10n.t("The file cannot be changed."));
  await vscode.window.showTextDocument(document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
}

/** Opens a new parameter file with what a row stands for in place, unsaved; asks what it is to be where it can be several things. */
export async function newFile(services: Services, { connection, what }: ExplorerNode): Promise<void> {
  const choices = fileChoices(what, await componentsOf(services, connection, what));
  const choice = choices.length > 1 ? await choose(choices) : choices[0];
  if (choice === undefined) throw new UserError(l10n.t("No parameter file begins with this."));
  await offerFirstValue(await openNewFile(choice.kind, choice.given, choice.variant));
}

/** A document by itself is no parameter of its engine: its components are. */
async function componentsOf(services: Services, connection: string, what: TreeItemData): Promise<readonly NameEntry[]> {
  if (what.kind !== "document" || !isComponentFamilyId(what.engine)) return [];
  const info = services.connections.all().find(({ id }) => id === connection);
  return info === undefined ? [] : namesOf(services).of(info).componentsOf(what.engine, what.path).ready;
}

async function choose(choices: readonly FileChoice[]): Promise<FileChoice> {
  const titles = variantTitles();
  const items = choices.map((choice) => ({
    label: choice.name ?? titleOf(choice.kind),
    description:
      choice.name === undefined ? titles[choice.variant] : `${titleOf(choice.kind)}, ${titles[choice.variant]}`,
    choice,
  }));
  const title = l10n.t("New parameter file: what is it to be?");
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (chosen === undefined) throw new UserCanceledError();
  return chosen.choice;
}
