import type { Client } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { showError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { UserCanceledError, UserError } from "../common/errors.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import { openUnsaved } from "../editor/new-file-command.ts";
import { explorerOf } from "../explorer/explorer.ts";
import type { TemplateSort } from "../explorer/nodes.ts";
import { chooseNewSource, chooseTemplate, chooseUpdateSource } from "./choose.ts";
import { provideTemplateDocuments } from "./documents.ts";
import { templateIdOf, updateFileStem } from "./file-names.ts";
import { type TemplateRef, templateRefOf, templatesRefOf } from "./refs.ts";
import { showRefusals } from "./refusals.ts";
import { capital, fileKinds, named } from "./sorts.ts";
import { purposeOfActive, readTemplateFile } from "./template-file.ts";
import { createTemplate, deleteTemplate, readTemplate, type Template } from "./template-service.ts";
import { createUpdates } from "./update.ts";
import { presentText } from "./update-shape.ts";

/** A template of a connection's service. */
interface Target {
  readonly info: ConnectionInfo;
  readonly client: Client;
  readonly template: Template;
}

/** What is done with templates; each takes what its command was given. */
export function createTemplateCommands(context: vscode.ExtensionContext, services: Services) {
  const { connections, log, subscriptions } = services;
  const documents = provideTemplateDocuments(subscriptions);
  const refusals = showRefusals(context, services);
  const updates = createUpdates({
    services,
    documents,
    refusals,
    onWrite: ({ sort, directory }) => refreshTree(sort, directory),
    show: async ({ sort, id }, info) => {
      await showTemplate(info, await readTemplate(await connections.client(info), sort, id));
    },
  });

  async function create(argument: unknown) {
    const place = templatesRefOf(argument);
    const client = await connections.client(place && connectionOf(place.connection));
    const info = connectionOf(place?.connection);
    const active = purposeOfActive(context);
    const isActive = active?.action === "create" && (place === undefined || place.sort === active.sort);
    const shown = isActive ? vscode.window.activeTextEditor?.document.uri : undefined;
    const uri = argument instanceof vscode.Uri ? argument : (shown ?? (await chooseNewSource(place?.sort)));
    if (uri === undefined) return undefined;
    const { sort, request } = await readTemplateFile(context, uri, { action: "create", sort: place?.sort });
    if (!(await connections.confirmChange(info))) throw new UserCanceledError();
    try {
      const { id, name, requestKey = "none" } = await refusals.marked(uri, () => createTemplate(client, sort, request));
      log.info(`Created ${sort} template ${id} "${name}" on "${info.name}". Request key ${requestKey}.`);
      const ref: TemplateRef = { sort, id, connection: info.id };
      offerToShow(l10n.t("{0} is created on {1}, its id is {2}.", capital(named(sort, name)), info.name, id), ref);
      return { ...ref, name };
    } finally {
      // Also where the answer was lost: it may be there.
      refreshTree(sort, directoryOf(request));
    }
  }

  async function show(argument: unknown) {
    const { info, template } = await target(argument, l10n.t("Show which template?"));
    return showTemplate(info, template);
  }

  async function showTemplate({ id: connection }: ConnectionInfo, { sort, id, name, data }: Template) {
    const uri = documents.show(name, `${connection} ${sort} ${id}`, `${JSON.stringify(data, null, 2)}\n`);
    return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  async function edit(argument: unknown) {
    const { template } = await target(argument, l10n.t("Edit which template?"));
    const { sort, id, name } = template;
    return openUnsaved(updateFileStem(name, id), fileKinds[sort].update, await presentText(template));
  }

  /** @param argument a file, or a template whose file is chosen then */
  async function update(argument: unknown) {
    const ref = templateRefOf(argument);
    // What is wrong with the connection is said before anything is asked.
    await connections.client(ref && connectionOf(ref.connection));
    const active = purposeOfActive(context);
    const isActive = active?.action === "update" && (ref === undefined || ref.sort === active.sort);
    const shown = isActive ? vscode.window.activeTextEditor?.document.uri : undefined;
    const uri = argument instanceof vscode.Uri ? argument : (shown ?? (await chooseUpdateSource()));
    if (uri === undefined) return edit(argument);
    const { sort, request } = await readTemplateFile(context, uri, { action: "update", sort: ref?.sort });
    const id = templateIdOf(uri.path, sort);
    const byName = id === undefined ? undefined : { sort, id };
    const { info, template } = await target(ref ?? byName, l10n.t("Update which template?"), sort);
    return updates.review(info, template, { uri, request });
  }

  async function remove(argument: unknown) {
    const { info, client, template } = await target(argument, l10n.t("Delete which template?"));
    const { sort, id, name, directory } = template;
    if (!(await connections.confirmChange(info))) throw new UserCanceledError();
    await confirmDelete(template, info);
    try {
      const requestKey = (await deleteTemplate(client, sort, id)) ?? "none";
      log.info(`Deleted ${sort} template ${id} "${name}" on "${info.name}". Request key ${requestKey}.`);
    } finally {
      refreshTree(sort, templateRefOf(argument)?.directory ?? directory);
    }
    const message = l10n.t("{0} is deleted from {1}.", capital(named(sort, name)), info.name);
    void vscode.window.showInformationMessage(message);
  }

  /** The template that a command is about: what it was given, or what the user picks. Read now. */
  async function target(argument: unknown, title: string, sort?: TemplateSort): Promise<Target> {
    const ref = templateRefOf(argument) ?? (await chooseTemplate(context, services, title, sort));
    const client = await connections.client(ref.connection === undefined ? undefined : connectionOf(ref.connection));
    return { info: connectionOf(ref.connection), client, template: await readTemplate(client, ref.sort, ref.id) };
  }

  /** A connection by its id, else the active one. */
  function connectionOf(id: string | undefined): ConnectionInfo {
    const info = id === undefined ? connections.active() : connections.all().find((known) => known.id === id);
    if (info === undefined)
      throw new UserError(l10n.t("The connection of this template is no longer in the settings."));
    return info;
  }

  function refreshTree(sort: TemplateSort, directory: string | undefined): void {
    const given = sort === "component" && directory !== "" ? directory : undefined;
    explorerOf(services)
      ?.refreshTemplates(sort, given)
      .catch((error: unknown) => showError(services, error));
  }

  function offerToShow(message: string, ref: TemplateRef): void {
    const button = l10n.t("Show");
    vscode.window.showInformationMessage(message, button).then((chosen) => {
      if (chosen === button) show(ref).catch((error: unknown) => showError(services, error));
    });
  }

  return { create, show, edit, update, sendUpdate: updates.sendActive, remove };
}

function directoryOf(request: object): string | undefined {
  const data = "data" in request ? request.data : undefined;
  const directory = typeof data === "object" && data !== null && "directory" in data ? data.directory : undefined;
  return typeof directory === "string" ? directory : undefined;
}

/** Asks before a template is deleted, by its name. @throws UserCanceledError */
async function confirmDelete({ sort, id, name, directory }: Template, info: ConnectionInfo): Promise<void> {
  const button = l10n.t("Delete");
  const question = l10n.t("Delete {0}?", named(sort, name));
  const lines = [
    l10n.t("Directory: {0}", directory === "" ? l10n.t("the service does not say") : directory),
    l10n.t("Id: {0}", id),
    l10n.t("Connection: {0}", info.name),
  ];
  const options = { modal: true, detail: lines.join("\n") };
  if ((await vscode.window.showWarningMessage(question, options, button)) !== button) throw new UserCanceledError();
}
