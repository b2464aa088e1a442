import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { UserCanceledError, UserError } from "../common/errors.ts";
import { openNewFile } from "../editor/new-file-command.ts";
import { type TemplateSort, templateSorts } from "../explorer/nodes.ts";
import type { TemplateRef } from "./refs.ts";
import { fileKinds, titleOf } from "./sorts.ts";
import { listTemplates } from "./template-service.ts";

/** The directory that was asked for last. */
const directoryKey = "templates.directory";

async function chooseSort(title: string): Promise<TemplateSort> {
  const items = templateSorts.map((sort) => ({ label: titleOf(sort), sort }));
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen === undefined) throw new UserCanceledError();
  return chosen.sort;
}

/** Lets the user pick a template of the active connection's service. */
export async function chooseTemplate(
  context: vscode.ExtensionContext,
  { connections }: Services,
  title: string,
  given: TemplateSort | undefined,
): Promise<TemplateRef> {
  const client = await connections.client();
  const connection = connections.active()?.id;
  const sort = given ?? (await chooseSort(title));
  const directory = sort === "component" ? await askDirectory(context) : "";
  const templates = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: titleOf(sort) },
    () => listTemplates(client, sort, directory),
  );
  if (templates.length === 0) throw new UserError(noneOf(sort, directory));
  const items = templates.map(({ id, name, description = "", category = "" }) => ({
    label: name,
    description: [category, description].filter((text) => text !== "").join(" · "),
    detail: id,
    id,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  if (chosen === undefined) throw new UserCanceledError();
  return {
    sort,
    id: chosen.id,
    ...(connection === undefined ? {} : { connection }),
    ...(directory === "" ? {} : { directory }),
  };
}

function noneOf(sort: TemplateSort, directory: string): string {
  return sort === "component"
    ? l10n.t('There are no templated components in "{0}".', directory)
    : l10n.t("The service has none: {0}.", titleOf(sort));
}

/** The service lists templated components by directory alone. */
async function askDirectory({ workspaceState }: vscode.ExtensionContext): Promise<string> {
  const directory = await vscode.window.showInputBox({
    prompt: l10n.t("The directory of the templated component, such as Personal:Components/"),
    value: workspaceState.get(directoryKey, ""),
    validateInput: (text) => (text.trim() === "" ? l10n.t("A directory is needed.") : undefined),
  });
  if (directory === undefined) throw new UserCanceledError();
  await workspaceState.update(directoryKey, directory.trim());
  return directory.trim();
}

/**
 * Asks which file a template is to be created from.
 * @returns nothing where the user begins a new one, which is opened to be filled in
 */
export async function chooseNewSource(sort: TemplateSort | undefined): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Create a template");
  const begin = { label: l10n.t("Begin a new file"), iconPath: new vscode.ThemeIcon("new-file") };
  if (await choosesFile(title, begin)) return chooseFile(title);
  await openNewFile(fileKinds[sort ?? (await chooseSort(title))].create, {});
  return undefined;
}

/**
 * Asks which file a template is to be updated from.
 * @returns nothing where the user wants to edit what the service has
 */
export async function chooseUpdateSource(): Promise<vscode.Uri | undefined> {
  const title = l10n.t("Update a template");
  const edit = { label: l10n.t("Edit what the service has"), iconPath: new vscode.ThemeIcon("edit") };
  return (await choosesFile(title, edit)) ? chooseFile(title) : undefined;
}

async function choosesFile(title: string, other: vscode.QuickPickItem): Promise<boolean> {
  const file = { label: l10n.t("From a JSON file..."), iconPath: new vscode.ThemeIcon("json") };
  const chosen = await vscode.window.showQuickPick([other, file], { title });
  if (chosen === undefined) throw new UserCanceledError();
  return chosen === file;
}

async function chooseFile(title: string): Promise<vscode.Uri> {
  const [file] = (await vscode.window.showOpenDialog({ title, filters: { JSON: ["json"] } })) ?? [];
  if (file === undefined) throw new UserCanceledError();
  return file;
}
