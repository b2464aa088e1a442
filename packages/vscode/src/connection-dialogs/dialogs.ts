import { randomBytes } from "node:crypto";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { describeError, UserCanceledError } from "../common/errors.ts";
import { confirm, pickOne } from "../common/questions.ts";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import type { ConnectionInfo } from "../connections/types.ts";
import { executeCommand } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { type Draft, startDraft } from "./draft.ts";
import { runConnectionFlow, runCredentialsFlow } from "./flow.ts";
import { connectionIcon, describeConnection } from "./status-bar.ts";

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

type ConnectionCommand = "edit" | "diagnose" | "remove";

interface PickerItem extends vscode.QuickPickItem {
  readonly id?: string;
  readonly choose: () => Thenable<unknown>;
}

/**
 * Lets the user choose the active connection of the workspace, or edit, check or remove one with the buttons of its row. Without an active
 * one, the connection that was used last comes first.
 * @param id a connection that is selected without a question
 */
export async function selectConnection({ connections }: Services, id?: unknown): Promise<void> {
  const all = connections.all();
  const named = all.find((info) => info.id === id);
  if (named !== undefined) return connections.setActive(named.id);
  const active = connections.active()?.id;
  const last = active === undefined ? connections.lastUsed()?.id : undefined;
  const sorted = all.toSorted((first, second) => Number(second.id === last) - Number(first.id === last));
  const connectionItems = sorted.map((info): PickerItem => {
    const { label, description, iconPath } = connectionItem(info);
    const isActive = info.id === active;
    return {
      id: info.id,
      label: isActive ? `$(check) ${label}` : label,
      description: isActive
        ? l10n.t("{0} (in use)", description)
        : info.id === last
          ? l10n.t("{0} (used last)", description)
          : description,
      iconPath,
      buttons: info.id === SIMULATOR_ID ? [buttons.diagnose] : [buttons.diagnose, buttons.edit, buttons.remove],
      choose: () => connections.setActive(info.id),
    };
  });
  const add: PickerItem = {
    label: l10n.t("Add Connection..."),
    iconPath: new vscode.ThemeIcon("add"),
    choose: () => executeCommand("analyticsEngines.connections.add"),
  };
  const problems = connections.problems().map((problem): PickerItem => {
    return {
      label: l10n.t("Open Settings"),
      detail: problem,
      iconPath: new vscode.ThemeIcon("warning"),
      choose: () => vscode.commands.executeCommand("workbench.action.openSettings", "analyticsEngines.connections"),
    };
  });
  const separator: PickerItem = { label: "", kind: vscode.QuickPickItemKind.Separator, choose: async () => undefined };
  const items = [...connectionItems, separator, add, ...problems];
  const choose = await pickFrom(
    items,
    items.filter((item) => item.id !== undefined && item.id === (active ?? last)),
  );
  await choose();
}

/** Resolves with what the user wants to do. @throws UserCanceledError */
function pickFrom(items: readonly PickerItem[], activeItems: readonly PickerItem[]): Promise<PickerItem["choose"]> {
  const pick = vscode.window.createQuickPick<PickerItem>();
  const placeholder = l10n.t("Select the service for this window");
  Object.assign(pick, { items, activeItems, placeholder, matchOnDescription: true });
  return new Promise<PickerItem["choose"]>((resolve, reject) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item !== undefined) resolve(item.choose);
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      const command = commands.find((candidate) => buttons[candidate] === button);
      if (command !== undefined) resolve(() => executeCommand(`analyticsEngines.connections.${command}`, item.id));
    });
    pick.onDidHide(() => reject(new UserCanceledError()));
    pick.show();
  }).finally(() => pick.dispose());
}

const commands: readonly ConnectionCommand[] = ["edit", "diagnose", "remove"];

const buttons: Readonly<Record<ConnectionCommand, vscode.QuickInputButton>> = {
  edit: { iconPath: new vscode.ThemeIcon("edit"), tooltip: l10n.t("Edit") },
  diagnose: { iconPath: new vscode.ThemeIcon("debug-alt-small"), tooltip: l10n.t("Check Each Step") },
  remove: { iconPath: new vscode.ThemeIcon("trash"), tooltip: l10n.t("Remove") },
};
