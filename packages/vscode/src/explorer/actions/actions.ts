import { isComponentFamilyId } from "@analytics-engines/core/basics";
import { type NameEntry, objectOf, stringOf } from "@analytics-engines/runs/lookup";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { askLine, pickOne } from "../../common/questions.ts";
import { baseName } from "../../common/texts.ts";
import { offerFirstValue, openNewFile, variantTitles } from "../../editor/commands/new-file.ts";
import { kindTitle } from "../../editor/language/text/kinds.ts";
import { namesOf } from "../../services/names-by-connection.ts";
import { provideReadOnlyDocuments, showDocument } from "../../services/read-only-documents.ts";
import { type Services, shared } from "../../services/services.ts";
import { readAnswer } from "../rows/children.ts";
import { type ExplorerNode, identity, type TreeItemData } from "../rows/nodes.ts";
import { labelOf, resourceId, resourcePath } from "../rows/presentation.ts";
import type { ExplorerTree } from "../view/tree.ts";
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

const documentsOf = shared((services) => provideReadOnlyDocuments(services, "analytics-engines-answer"));

/** Requests the answer of the service about a row and shows it as a read-only document. */
export async function openJson(
  services: Services,
  { id, connection, item }: ExplorerNode,
): Promise<vscode.TextDocument> {
  const { connections } = services;
  const info = connections.all().find((candidate) => candidate.id === connection);
  if (info === undefined)
    throw new UserError(l10n.t("The connection is no longer in the settings. Select another one."));
  const title = labelOf(item);
  const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async () =>
    readAnswer(item, await connections.client(info)),
  );
  if (answer === undefined) throw new UserError(l10n.t("The service has no more data about this."));
  const uri = documentsOf(services).put(`${title}.json`, `${JSON.stringify(answer, null, 2)}\n`, id);
  return (await showDocument(uri)).document;
}

// What users add to the tree themselves, stored with the connection.

/** Asks for the id of a benchmark, which the service looks up but does not list, and adds it to the tree. */
export async function lookUpBenchmark({ connections }: Services, tree: ExplorerTree): Promise<void> {
  const info = connections.active();
  const client = await connections.client(info);
  if (info === undefined) return;
  const title = l10n.t("Look Up Benchmark");
  const prompt = l10n.t("The id of the benchmark, such as {0}", "BMK:WORLD");
  const enteredId = await askLine({ title, prompt }, l10n.t("Enter an id."));
  const answer = objectOf((await client.spar.benchmarks.get({ id: enteredId })).data.data);
  const id = stringOf(answer["id"]) ?? enteredId;
  const benchmark = { kind: "benchmark", id, name: stringOf(answer["name"]) ?? id } as const;
  // Of this connection, even if another has become active since.
  const others = tree
    .stateOf(info.id)
    .benchmarks.filter((listedBenchmark) => identity(listedBenchmark) !== identity(benchmark));
  await tree.keep(info.id, { benchmarks: [...others, benchmark] });
}

/** Asks for a directory of templated components, which the service lists only by directory. */
export async function askTemplateDirectory({ connections }: Services, tree: ExplorerTree): Promise<void> {
  const info = connections.active();
  await connections.client(info);
  if (info === undefined) return;
  const title = l10n.t("Show Directory of Templated Components");
  const prompt = l10n.t("The directory as entered when they were created, such as {0}", "Personal:Components/");
  await tree.addTemplateDirectory(info.id, await askLine({ title, prompt }, l10n.t("Enter a directory.")));
}

/** Removes a benchmark or a directory of templated components from the tree. Nothing changes on the service. */
export async function removeFromList(tree: ExplorerTree, { connection, item }: ExplorerNode): Promise<void> {
  const { benchmarks, templateDirectories } = tree.stateOf(connection);
  if (item.kind === "benchmark") {
    await tree.keep(connection, {
      benchmarks: benchmarks.filter((benchmark) => identity(benchmark) !== identity(item)),
    });
  } else if (item.kind === "template directory") {
    await tree.keep(connection, {
      templateDirectories: templateDirectories.filter((directory) => directory !== item.path),
    });
  }
}
