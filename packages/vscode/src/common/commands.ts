import * as vscode from "vscode";
import type { Services } from "./context.ts";
import { describeError, isCancellation } from "./errors.ts";

/**
 * Every command of the extension with its arguments. Each room adds its own:
 * `declare module "../common/commands.ts" { interface CommandArguments { "analyticsEngines.room.verb": [uri?: vscode.Uri] } }`.
 * The palette gives no arguments, so all of them are optional; other extensions may give anything, so a handler checks what it is given.
 */
export interface CommandArguments {
  "analyticsEngines.log.show": [];
}

export type CommandId = keyof CommandArguments;

/**
 * Registers a command in the one wrapper that all commands go through: what a handler throws is shown once, with its details and request key in
 * the log. A user's cancellation is silent.
 */
export function registerCommand<Id extends CommandId>(
  services: Services,
  id: Id,
  handler: (...args: CommandArguments[Id]) => unknown,
): void {
  const run = async (...args: CommandArguments[Id]) => {
    try {
      return await handler(...args);
    } catch (error) {
      // Not awaited: the command has ended, though its notification may stay.
      void showError(services, error);
      return undefined;
    }
  };
  services.subscriptions.push(vscode.commands.registerCommand(id, run));
}

/** Runs a command of the extension. */
export function executeCommand<Id extends CommandId>(id: Id, ...args: CommandArguments[Id]): Thenable<unknown> {
  return vscode.commands.executeCommand(id, ...args);
}

/** Shows an error in one notification, with a button for the log; for work that is not a command's. */
export async function showError({ log }: Pick<Services, "log">, error: unknown): Promise<void> {
  if (isCancellation(error)) return;
  const { message, details, actions } = describeError(error);
  log.error(details);
  const showLog = vscode.l10n.t("Show log");
  const chosen = await vscode.window.showErrorMessage(message, ...actions.map(({ title }) => title), showLog);
  if (chosen === showLog) log.show();
  const action = actions.find(({ title }) => title === chosen);
  if (action !== undefined) await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
}
