import type * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";

export function activateConnections(_context: vscode.ExtensionContext, services: Services): void {
  registerCommand(services, "analyticsEngines.log.show", () => services.log.show());
}
