import * as l10n from "@vscode/l10n";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { simulatorId } from "./connection-list.ts";
import type { ConnectionInfo } from "./types.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.connections.add": [];
    "analyticsEngines.connections.edit": [id?: string];
    "analyticsEngines.connections.remove": [id?: string];
    "analyticsEngines.connections.select": [];
    "analyticsEngines.connections.import": [];
    "analyticsEngines.connections.export": [];
    "analyticsEngines.connections.useSimulator": [];
  }
}

/** What is done with connections, and with the log. */
export function registerConnectionCommands(services: Services): void {
  const { connections, log } = services;
  registerCommand(services, "analyticsEngines.log.show", () => log.show());
  registerCommand(services, "analyticsEngines.connections.useSimulator", async () => {
    await connections.setActive(simulatorId);
    // Started now, so that the first click elsewhere finds it running.
    await connections.client();
  });
  registerCommand(services, "analyticsEngines.connections.add", async () => (await dialogs()).addConnection(services));
  registerCommand(services, "analyticsEngines.connections.edit", async (id) => {
    const info = await chosen(id, l10n.t("Edit which connection?"));
    return info && (await dialogs()).editConnection(services, info);
  });
  registerCommand(services, "analyticsEngines.connections.remove", async (id) => {
    const info = await chosen(id, l10n.t("Remove which connection?"));
    return info && (await dialogs()).removeConnection(services, info);
  });
  registerCommand(services, "analyticsEngines.connections.select", async () =>
    (await dialogs()).selectConnection(services),
  );
  registerCommand(services, "analyticsEngines.connections.import", async () =>
    (await dialogs()).importConnections(services),
  );
  registerCommand(services, "analyticsEngines.connections.export", async () =>
    (await dialogs()).exportConnections(services),
  );

  async function chosen(id: unknown, placeholder: string): Promise<ConnectionInfo | undefined> {
    return (await dialogs()).chooseOwn(services, id, placeholder);
  }
}

/** Loaded when a command needs them: nobody adds a connection at every start. */
const dialogs = () => import("./dialogs.ts");
