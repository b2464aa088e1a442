import { property } from "@analytics-engines/core/basics";
import { stringOf } from "@analytics-engines/runs/lookup";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandHandlers } from "../common/command-ids.ts";
import { UserCanceledError } from "../common/errors.ts";
import { confirm } from "../common/questions.ts";
import type { TemplateSort } from "../common/templates.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import { openUnsaved } from "../editor/commands/new-file.ts";
import type { Explorer } from "../explorer/index.ts";
import { showError } from "../services/commands.ts";
import { provideReadOnlyDocuments, showDocument } from "../services/read-only-documents.ts";
import type { Services } from "../services/services.ts";
import { chooseNewSource, chooseTemplate, chooseUpdateSource } from "./choose.ts";
import { type TemplateRef, templateRefOf, templatesRefOf } from "./refs.ts";
import { markRefusals } from "./refusals.ts";
import { purposeOfActive, readTemplateFile } from "./template-file.ts";
import { type Purpose, sortNamed, templateFileKinds, templateIdOf, updateFileStem } from "./template-names.ts";
import { createTemplate, deleteTemplate, presentText, readTemplate, type Template } from "./template-service.ts";
import { createUpdates, UPDATE_SCHEME } from "./update.ts";

/** The commands for templates and templated components of `pa`. Each accepts a file, a row of the Explorer or a reference. */
export function templateCommands(
  services: Services,
  explorer: Pick<Explorer, "refreshTemplates">,
): CommandHandlers<"templates"> {
  const { connections, log } = services;
  const documents = provideReadOnlyDocuments(services, "analytics-engines-template");
  const sendMarked = markRefusals(services);
  const updates = createUpdates({
    services,
    documents,
    sendMarked,
    onWrite: ({ sort, directory }) => refreshTree(sort, directory),
    offerToShow,
  });

  async function create(argument: unknown) {
    const templates = templatesRefOf(argument);
    const client = await connections.client(templates && connectionOf(templates.connection));
    const info = connectionOf(templates?.connection);
    const uri = fileOf(argument, "create", templates?.sort) ?? (await chooseNewSource(templates?.sort));
    if (uri === undefined) return undefined;
    const { sort, request } = await readTemplateFile(services, uri, { action: "create", sort: templates?.sort });
    if (!(await connections.confirmChange(info))) throw new UserCanceledError();
    try {
      const { id, name, requestKey = "none" } = await sendMarked(uri, () => createTemplate(client, sort, request));
      log.info(`Created ${sort} template ${id} "${name}" on "${info.name}". Request key ${requestKey}.`);
      const ref: TemplateRef = { sort, id, connection: info.id };
      offerToShow(l10n.t("Created {0} on {1} with the id {2}.", sortNamed(sort, name), info.name, id), ref);
      return { ...ref, name };
    } finally {
      // Also after a lost answer, since the template may exist.
      refreshTree(sort, directoryOf(request));
    }
  }

  async function show(argument: unknown) {
    const { info, template } = await target(argument, l10n.t("Show which template?"));
    const { sort, id, name, data } = template;
    const text = `${JSON.stringify(data, null, 2)}\n`;
    return showDocument(documents.put(`${name}.json`, text, `${info.id} ${sort} ${id}`));
  }

  async function edit(argument: unknown) {
    const { template } = await target(argument, l10n.t("Edit which template?"));
    const { sort, id, name } = template;
    return openUnsaved(updateFileStem(name, id), templateFileKinds[sort].update, await presentText(template));
  }

  /** @param argument a file, or a template; without a file the user chooses one. An update that is compared is sent */
  async function update(argument: unknown) {
    const compared = argument ?? vscode.window.activeTextEditor?.document.uri;
    if (compared instanceof vscode.Uri && compared.scheme === UPDATE_SCHEME) return updates.sendActive();
    const ref = templateRefOf(argument);
    // Errors of the connection appear before any question.
    await connections.client(ref && connectionOf(ref.connection));
    const uri = fileOf(argument, "update", ref?.sort) ?? (await chooseUpdateSource());
    if (uri === undefined) return edit(argument);
    const { sort, request } = await readTemplateFile(services, uri, { action: "update", sort: ref?.sort });
    const id = templateIdOf(uri.path, sort);
    const byName = id === undefined ? undefined : { sort, id };
    const { info, template } = await target(ref ?? byName, l10n.t("Update which template?"), sort);
    return updates.review(info, template, uri, request);
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
    const message = l10n.t("Deleted {0} from {1}.", sortNamed(sort, name), info.name);
    void vscode.window.showInformationMessage(message);
  }

  /** The file of the argument, else the one in the active editor if it has this purpose. */
  function fileOf(argument: unknown, action: Purpose["action"], sort: TemplateSort | undefined) {
    if (argument instanceof vscode.Uri) return argument;
    const active = purposeOfActive(services);
    const isWanted = active?.action === action && (sort === undefined || sort === active.sort);
    return isWanted ? vscode.window.activeTextEditor?.document.uri : undefined;
  }

  /** Reads the template of the argument, or the one that the user picks, from its connection. */
  async function target(argument: unknown, title: string, sort?: TemplateSort) {
    const ref = templateRefOf(argument) ?? (await chooseTemplate(services, title, sort));
    const client = await connections.client(ref.connection === undefined ? undefined : connectionOf(ref.connection));
    return { info: connectionOf(ref.connection), client, template: await readTemplate(client, ref.sort, ref.id) };
  }

  /** The connection with an id; without an id, the active one. */
  function connectionOf(id: string | undefined): ConnectionInfo {
    const info = id === undefined ? connections.active() : connections.all().find((connection) => connection.id === id);
    if (info === undefined)
      throw new UserError(
        l10n.t(
          "The connection of this template is no longer in the settings. Select another one, and open the template again.",
        ),
      );
    return info;
  }

  function refreshTree(sort: TemplateSort, directory: string | undefined): void {
    const shownDirectory = sort === "component" && directory !== "" ? directory : undefined;
    explorer.refreshTemplates(sort, shownDirectory).catch((error: unknown) => showError(services, error));
  }

  function offerToShow(message: string, ref: TemplateRef): void {
    const button = l10n.t("Show");
    vscode.window.showInformationMessage(message, button).then((answer) => {
      if (answer === button) show(ref).catch((error: unknown) => showError(services, error));
    });
  }

  return { create, edit, update, delete: remove };
}

function directoryOf(request: object): string | undefined {
  return stringOf(property(property(request, "data"), "directory"));
}

/** Asks before the deletion. @throws UserCanceledError */
async function confirmDelete({ sort, id, name, directory }: Template, info: ConnectionInfo): Promise<void> {
  const question = l10n.t("Delete {0}?", sortNamed(sort, name));
  const lines = [
    l10n.t("Directory: {0}", directory === "" ? l10n.t("unknown") : directory),
    l10n.t("Id: {0}", id),
    l10n.t("Connection: {0}", info.name),
  ];
  if (!(await confirm(question, l10n.t("Delete"), lines.join("\n")))) throw new UserCanceledError();
}
