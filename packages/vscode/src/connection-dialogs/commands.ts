import * as l10n from "@vscode/l10n";
import type { CommandHandlers } from "../common/command-ids.ts";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import type { Services } from "../services/services.ts";
import {
  addConnection,
  chooseOwn,
  editConnection,
  enterCredentials,
  removeConnection,
  selectConnection,
} from "./dialogs.ts";

/** The commands for connections. */
export function connectionCommands(services: Services): CommandHandlers<"connections"> {
  const { connections } = services;
  return {
    async useSimulator() {
      await connections.setActive(SIMULATOR_ID);
      // Starts it now, so that it runs before the next click needs it.
      await connections.client();
    },
    add: async () => addConnection(services),
    async edit(id) {
      await editConnection(services, await chooseOwn(services, id, l10n.t("Edit which connection?")));
    },
    async remove(id) {
      await removeConnection(services, await chooseOwn(services, id, l10n.t("Remove which connection?")));
    },
    select: async (id) => selectConnection(services, id),
    diagnose: async (id) => (await import("./diagnose.ts")).diagnose(services, id),
    async enterCredentials(id) {
      await enterCredentials(
        services,
        await chooseOwn(services, id, l10n.t("Enter the credentials of which connection?")),
      );
    },
  };
}
