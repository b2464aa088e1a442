import type * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { createTemplateCommands } from "./commands.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.templates.create": [fileOrPlace?: unknown];
    "analyticsEngines.templates.show": [template?: unknown];
    "analyticsEngines.templates.edit": [template?: unknown];
    "analyticsEngines.templates.update": [fileOrTemplate?: unknown];
    "analyticsEngines.templates.sendUpdate": [];
    "analyticsEngines.templates.delete": [template?: unknown];
  }
}

/** Templates and templated components of `pa`: created from files, shown, changed after a look at what changes, deleted. */
export function registerTemplateCommands(context: vscode.ExtensionContext, services: Services): void {
  const commands = createTemplateCommands(context, services);
  registerCommand(services, "analyticsEngines.templates.create", (given) => commands.create(given));
  registerCommand(services, "analyticsEngines.templates.show", (given) => commands.show(given));
  registerCommand(services, "analyticsEngines.templates.edit", (given) => commands.edit(given));
  registerCommand(services, "analyticsEngines.templates.update", (given) => commands.update(given));
  registerCommand(services, "analyticsEngines.templates.sendUpdate", () => commands.sendUpdate());
  registerCommand(services, "analyticsEngines.templates.delete", (given) => commands.remove(given));
}
