import type * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import type { TemplateCommands } from "./commands.ts";

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
export function activateTemplates(context: vscode.ExtensionContext, services: Services): void {
  let loading: Promise<TemplateCommands> | undefined;
  const commands = () => {
    loading ??= import("./commands.ts").then(({ createTemplateCommands }) => createTemplateCommands(context, services));
    return loading;
  };
  registerCommand(services, "analyticsEngines.templates.create", async (given) => (await commands()).create(given));
  registerCommand(services, "analyticsEngines.templates.show", async (given) => (await commands()).show(given));
  registerCommand(services, "analyticsEngines.templates.edit", async (given) => (await commands()).edit(given));
  registerCommand(services, "analyticsEngines.templates.update", async (given) => (await commands()).update(given));
  registerCommand(services, "analyticsEngines.templates.sendUpdate", async () => (await commands()).sendUpdate());
  registerCommand(services, "analyticsEngines.templates.delete", async (given) => (await commands()).remove(given));
}
