import { isComponentFamilyId } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import type { NameEntry } from "@analytics-engines/runs/lookup";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { baseName } from "../../common/base-name.ts";
import { pickOne } from "../../common/questions.ts";
import { offerFirstValue, openNewFile, variantTitles } from "../../editor/commands/new-file.ts";
import { kindTitle } from "../../editor/language/text/kinds.ts";
import { namesOf } from "../../services/names-by-connection.ts";
import type { Services } from "../../services/services.ts";
import type { ExplorerNode, TreeItemData } from "../rows/nodes.ts";
import { resourceId, resourcePath } from "../rows/presentation.ts";
import { insertion } from "./insertion.ts";
import { type FileChoice, fileChoices } from "./new-files.ts";

/** Copies the path of a row, or its id. */
export async function copy(item: TreeItemData): Promise<void> {
  const text = resourcePath(item) ?? resourceId(item);
  if (text !== undefined) await vscode.env.clipboard.writeText(text);
}

/** Inserts a path or an id at the cursor of the last used editor. */
export async function insert(item: TreeItemData): Promise<void> {
  const text = resourcePath(item) ?? resourceId(item);
  if (text === undefined) return;
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new UserError(l10n.t("No editor is open. Open the file to insert into."));
  const { document, selections } = editor;
  const whole = document.getText();
  const isJson = ["json", "jsonc", "analytics-engines"].includes(document.languageId);
  const inserted = await editor.edit((edit) => {
    for (const selection of selections) {
      const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
      edit.replace(selection, isJson ? insertion(whole, start, end, text) : text);
    }
  });
  if (!inserted)
    throw new UserError(l10n.t("{0} is read-only. Open a file that you can change.", baseName(document.uri.path)));
  await vscode.window.showTextDocument(document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
}

/** Opens a new, unsaved parameter file that names the resource of a row. If several kinds are possible, the user chooses one. */
export async function newFile(services: Services, { connection, item }: ExplorerNode): Promise<void> {
  const choices = fileChoices(item, await componentsOf(services, connection, item));
  const choice = choices.length > 1 ? await choose(choices) : choices[0];
  if (choice === undefined)
    throw new UserError(
      l10n.t("No parameter file can start with this. Choose an account, a component or a document with components."),
    );
  await offerFirstValue(await openNewFile(choice.kind, choice.ids, choice.variant));
}

/** The components of a document: a parameter file names these, not the document. */
async function componentsOf(services: Services, connection: string, item: TreeItemData): Promise<readonly NameEntry[]> {
  if (item.kind !== "document" || !isComponentFamilyId(item.engine)) return [];
  const info = services.connections.all().find(({ id }) => id === connection);
  return info === undefined ? [] : namesOf(services).of(info).componentsOf(item.engine, item.path).ready;
}

async function choose(choices: readonly FileChoice[]): Promise<FileChoice> {
  const titles = variantTitles();
  const items = choices.map((choice) => ({
    label: choice.name ?? kindTitle(choice.kind),
    description:
      choice.name === undefined ? titles[choice.variant] : `${kindTitle(choice.kind)}, ${titles[choice.variant]}`,
    choice,
  }));
  const title = l10n.t("New Parameter File: Select Its Kind");
  return (await pickOne(items, { title, matchOnDescription: true })).choice;
}
