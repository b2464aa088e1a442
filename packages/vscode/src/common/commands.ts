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

/** Says what a command does that was offered. */
export function registerCommand<Id extends CommandId>(
  { handlers }: Pick<Services, "handlers">,
  id: Id,
  handler: (...args: CommandArguments[Id]) => unknown,
): void {
  handlers.set(id, handler);
}

/**
 * Offers commands to VS Code, in the one wrapper that all of them go through: what a handler throws is shown once, with its details and request key
 * in the log. A user's cancellation is silent.
 * @param load loads what registers the handler of a command, when the command is first run
 */
export function offerCommands(services: Services, ids: readonly string[], load: (id: string) => Promise<void>): void {
  const { handlers, subscriptions } = services;
  async function run(id: string, args: readonly unknown[]): Promise<unknown> {
    try {
      if (!handlers.has(id)) await load(id);
      const handler = handlers.get(id);
      if (handler === undefined) throw new Error(`Nothing is registered for the command ${id}`);
      return await handler(...args);
    } catch (error) {
      // Not awaited: the command has ended, though its notification may stay.
      void showError(services, error);
      return undefined;
    }
  }
  for (const id of ids) subscriptions.push(vscode.commands.registerCommand(id, (...args) => run(id, args)));
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
