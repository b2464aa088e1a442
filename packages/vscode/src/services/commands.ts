import { isolated } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { type CommandFeature, type CommandHandler, type CommandId, commandVerbs } from "../common/command-ids.ts";
import { describeError, isCancellation, isConnectionFault } from "../common/errors.ts";
import type { Services } from "./services.ts";

/** Loads the commands of each feature when one of them first runs. */
export type CommandLoaders = {
  readonly [Feature in CommandFeature]: () => Promise<Readonly<Record<string, CommandHandler>>>;
};

/**
 * Registers all commands with VS Code. Each goes through one wrapper: an error of a handler appears in one notification, with details and request
 * key in the log; a cancellation by the user stays silent.
 */
export function registerCommands(services: Services, features: CommandLoaders): void {
  for (const feature of Object.keys(commandVerbs).filter((name) => isFeature(name))) {
    for (const verb of commandVerbs[feature]) {
      const run = async (...args: unknown[]) => {
        try {
          return await (await features[feature]())[verb]?.(...args);
        } catch (error) {
          // Not awaited: the command has ended, though its notification may stay.
          void showError(services, error);
          return undefined;
        }
      };
      services.subscriptions.push(vscode.commands.registerCommand(`analyticsEngines.${feature}.${verb}`, run));
    }
  }
}

function isFeature(name: string): name is CommandFeature {
  return Object.hasOwn(commandVerbs, name);
}

/** Runs a command of the extension. */
export function executeCommand(id: CommandId, ...args: unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(id, ...args);
}

/** Shows an error in one notification, with a button for the log. A mistake of the user is a warning without it. */
export async function showError({ log }: Pick<Services, "log">, error: unknown): Promise<void> {
  if (isCancellation(error)) return;
  const { message, details, actions: ownActions, isMistake } = describeError(error);
  const check = { title: vscode.l10n.t("Check Each Step"), command: "analyticsEngines.connections.diagnose", args: [] };
  const actions = isConnectionFault(error) ? [...ownActions, check] : ownActions;
  const titles = actions.map(({ title }) => title);
  const showLog = vscode.l10n.t("Show Log");
  if (isMistake) log.info(details);
  else log.error(details);
  const clickedTitle = isMistake
    ? await vscode.window.showWarningMessage(isolated(message), ...titles)
    : await vscode.window.showErrorMessage(isolated(message), ...titles, showLog);
  if (clickedTitle === showLog) log.show();
  const action = actions.find(({ title }) => title === clickedTitle);
  if (action !== undefined) await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
}

/** Writes the error of work in the background to the log. */
export function logError({ log }: Pick<Services, "log">, error: unknown): void {
  log.error(error instanceof Error ? error : String(error));
}
