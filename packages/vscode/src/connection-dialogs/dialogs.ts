import { randomBytes } from "node:crypto";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeError, UserCanceledError } from "../common/errors.ts";
import { chooseJsonFile, chooseTarget, confirm, pickOne } from "../common/questions.ts";
import { exportText, readExport, SIMULATOR_ID } from "../connections/connection-list.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import type { Services } from "../services/services.ts";
import { checkConnection } from "./check.ts";
import { type Draft, startDraft } from "./draft.ts";
import { runConnectionFlow, runCredentialsFlow } from "./flow.ts";
import { connectionIcon, describeConnection } from "./presentation.ts";

/** Asks for a new connection, saves it and makes it active. */
export async function addConnection(services: Services): Promise<void> {
  const draft = startDraft(undefined, randomBytes(6).toString("hex"));
  await runFlow(services, draft);
  await services.connections.setActive(draft.info.id);
}

export async function editConnection(services: Services, info: ConnectionInfo): Promise<void> {
  await runFlow(services, startDraft(info, info.id, await services.connections.hasCredentials(info)));
}

export async function enterCredentials({ connections, log }: Services, info: ConnectionInfo): Promise<void> {
  connections.requireTrust();
  await runCredentialsFlow(connections, startDraft(info, info.id), (error) => log.warn(describeError(error).details));
}

function runFlow({ connections, log }: Services, draft: Draft): Promise<void> {
  connections.requireTrust();
  return runConnectionFlow(connections, draft, (error) => log.warn(describeError(error).details));
}

/** Calls the service of a connection, by default of the active one, and reports the outcome. */
export async function testConnection({ connections }: Services, id: unknown): Promise<void> {
  const info = connections.all().find((one) => one.id === id) ?? connections.active();
  // Explains a missing connection.
  const usual = await connections.client(info);
  if (info === undefined) return;
  const client = info.id === SIMULATOR_ID ? usual : await connections.draftClient(info, undefined);
  const options = { location: vscode.ProgressLocation.Window, title: l10n.t("Checking the connection...") };
  const result = await vscode.window.withProgress(options, () => checkConnection(client, new AbortController().signal));
  if (result.kind === "failed") {
    throw new UserError(result.message, {
      actions: [
        { title: l10n.t("Try Again"), command: "analyticsEngines.connections.test", args: [info.id] },
        { title: l10n.t("Check Each Step"), command: "analyticsEngines.connections.diagnose", args: [info.id] },
        { title: l10n.t("Edit"), command: "analyticsEngines.connections.edit", args: [info.id] },
      ],
      cause: result.error,
    });
  }
  const works = l10n.t('"{0}" answers and accepts the credentials.', info.name);
  void vscode.window.showInformationMessage(result.kind === "limited" ? result.message : works);
}

export async function removeConnection({ connections }: Services, info: ConnectionInfo): Promise<void> {
  const question = l10n.t('Remove the connection "{0}"?', info.name);
  const detail = l10n.t("Its credentials are removed from the system's keyring too.");
  if (await confirm(question, l10n.t("Remove"), detail)) await connections.remove(info);
}

/** The user's own connection with an id, or the one that they pick. @throws UserCanceledError */
export async function chooseOwn(services: Services, id: unknown, placeHolder: string): Promise<ConnectionInfo> {
  const userConnections = ownConnections(services);
  return (
    userConnections.find((info) => info.id === id) ??
    (await pickOne(userConnections.map(connectionItem), { placeHolder })).info
  );
}

/** The connections of the user, without the simulator. @throws UserError if there are none */
function ownConnections({ connections }: Services): readonly ConnectionInfo[] {
  const userConnections = connections.all().filter(({ id }) => id !== SIMULATOR_ID);
  if (userConnections.length > 0) return userConnections;
  throw new UserError(l10n.t("There is no connection yet."), {
    actions: [{ title: l10n.t("Add Connection"), command: "analyticsEngines.connections.add" }],
  });
}

/** A connection as an item of a list. */
export function connectionItem(info: ConnectionInfo) {
  return { label: info.name, description: describeConnection(info), iconPath: connectionIcon(info), info };
}

/** Writes the connections without their secrets to a file that the user names. */
export async function exportConnections(services: Services): Promise<void> {
  const userConnections = ownConnections(services);
  const file = await chooseTarget({ filters: { JSON: ["json"] }, title: l10n.t("Export Connections") });
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(exportText(userConnections)));
  const names = userConnections.map(({ name }) => name).join(", ");
  void vscode.window.showInformationMessage(l10n.t("Exported, without credentials: {0}.", names));
}

/** Adds the connections of a file to the settings. Replaces existing ones only after a confirmation. */
export async function importConnections({ connections }: Services): Promise<void> {
  const file = await chooseJsonFile(l10n.t("Import Connections"));
  const read = readExport(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  if (read.problems.length > 0) throw new UserError(read.problems.join(" "));
  const same = (info: ConnectionInfo) => connections.all().find(({ id, name }) => id === info.id || name === info.name);
  const replaced = read.connections.filter(same).map(({ name }) => name);
  if (replaced.length > 0) {
    const question = l10n.t("These connections exist already: {0}. Replace them?", replaced.join(", "));
    if (!(await confirm(question, l10n.t("Replace")))) throw new UserCanceledError();
  }
  // An existing connection keeps its id, under which its credentials are stored.
  for (const info of read.connections) await connections.save({ ...info, id: same(info)?.id ?? info.id });
  const names = read.connections.map(({ name }) => name).join(", ");
  const message = l10n.t("Imported: {0}. You will be asked for missing credentials at the first use.", names);
  void vscode.window.showInformationMessage(message);
}
