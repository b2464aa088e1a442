import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { askLine, chooseJsonFile, pickOne } from "../common/questions.ts";
import { listTemplates, type TemplateSort, templateSorts } from "../common/templates.ts";
import { openNewFile } from "../editor/commands/new-file.ts";
import { sortTitle } from "../explorer/rows/presentation.ts";
import type { Services } from "../services/services.ts";
import type { TemplateRef } from "./refs.ts";
import { templateFileKinds } from "./template-names.ts";

/** The key in the storage of the workspace: the directory that the user entered last. */
const DIRECTORY_KEY = "templates.directory";

async function chooseSort(title: string): Promise<TemplateSort> {
  const items = templateSorts.map((sort) => ({ label: sortTitle(sort), sort }));
  return (await pickOne(items, { title })).sort;
}

/** Lets the user pick a template from the service of the active connection. */
export async function chooseTemplate(
  { connections, context }: Services,
  title: string,
  requestedSort: TemplateSort | undefined,
): Promise<TemplateRef> {
  const client = await connections.client();
  const connection = connections.active()?.id;
  const sort = requestedSort ?? (await chooseSort(title));
  const directory = sort === "component" ? await askDirectory(context) : "";
  const templates = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: sortTitle(sort) },
    () => listTemplates(client, sort, { directory }),
  );
  if (templates.length === 0) {
    throw new UserError(
      sort === "component"
        ? l10n.t('"{0}" contains no templated components. Enter another directory.', directory)
        : l10n.t("The service has no templates of this kind: {0}. Create one first.", sortTitle(sort)),
    );
  }
  const items = templates.map(({ id, name, description = "", category = "" }) => ({
    label: name,
    description: [category, description].filter((text) => text !== "").join(" · "),
    detail: id,
  }));
  const { detail: id } = await pickOne(items, { title, matchOnDescription: true, matchOnDetail: true });
  return { sort, id, connection, directory: directory || undefined };
}

/** Asks for the directory, since the service lists templated components only by directory. */
async function askDirectory({ workspaceState }: vscode.ExtensionContext): Promise<string> {
  const prompt = l10n.t("The directory of the templated component, such as Personal:Components/");
  const directory = await askLine(
    { prompt, value: workspaceState.get(DIRECTORY_KEY, "") },
    l10n.t("Enter a directory."),
  );
  await workspaceState.update(DIRECTORY_KEY, directory);
  return directory;
}

/**
 * Asks for the file of a new template.
 * @returns undefined if the user starts a new file, which opens in the editor
 */
export async function chooseNewSource(sort: TemplateSort | undefined): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Create Template");
  const begin = { label: l10n.t("Start a new file"), iconPath: new vscode.ThemeIcon("new-file") };
  if (await choosesFile(title, begin)) return chooseJsonFile(title);
  await openNewFile(templateFileKinds[sort ?? (await chooseSort(title))].create, {});
  return undefined;
}

/**
 * Asks for the file of an update.
 * @returns undefined if the user wants to edit the template of the service
 */
export async function chooseUpdateSource(): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Update Template");
  const edit = { label: l10n.t("Edit the template of the service"), iconPath: new vscode.ThemeIcon("edit") };
  return (await choosesFile(title, edit)) ? chooseJsonFile(title) : undefined;
}

async function choosesFile(title: string, alternative: vscode.QuickPickItem): Promise<boolean> {
  const file = { label: l10n.t("From a JSON file..."), iconPath: new vscode.ThemeIcon("json") };
  return (await pickOne([alternative, file], { title })) === file;
}
