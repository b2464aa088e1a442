import { randomBytes } from "node:crypto";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { describeError } from "../common/errors.ts";
import { confirm, pickOne } from "../common/questions.ts";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import type { Services } from "../services/services.ts";
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
