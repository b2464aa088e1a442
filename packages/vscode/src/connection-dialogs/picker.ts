import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserCanceledError } from "../common/errors.ts";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import { executeCommand } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { connectionItem } from "./dialogs.ts";

type ConnectionCommand = "edit" | "diagnose" | "remove";

interface PickerItem extends vscode.QuickPickItem {
  readonly id?: string;
  readonly choose: () => Thenable<unknown>;
}

/** Lets the user choose the active connection of the workspace, or edit, check or remove one with the buttons of its row. */
export async function selectConnection({ connections }: Services): Promise<void> {
  const active = connections.active()?.id;
  const connectionItems = connections.all().map((info): PickerItem => {
    const { label, description, iconPath } = connectionItem(info);
    const isActive = info.id === active;
    return {
      id: info.id,
      label: isActive ? `$(check) ${label}` : label,
      description: isActive ? l10n.t("{0} (in use)", description) : description,
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
    items.filter(({ id }) => id !== undefined && id === active),
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
      const command = commands.find((one) => buttons[one] === button);
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
