import * as l10n from "@vscode/l10n";
import type { CommandHandlers } from "../common/command-ids.ts";
import { SIMULATOR_ID } from "../connections/connection-list.ts";
import type { Services } from "../services/services.ts";

/** The commands for connections. */
export function connectionCommands(services: Services): CommandHandlers<"connections"> {
  const { connections } = services;
  return {
    async useSimulator() {
      await connections.setActive(SIMULATOR_ID);
      // Starts it now, so that it runs before the next click needs it.
      await connections.client();
    },
    add: async () => (await dialogs()).addConnection(services),
    async edit(id) {
      const { chooseOwn, editConnection } = await dialogs();
      await editConnection(services, await chooseOwn(services, id, l10n.t("Edit which connection?")));
    },
    async remove(id) {
      const { chooseOwn, removeConnection } = await dialogs();
      await removeConnection(services, await chooseOwn(services, id, l10n.t("Remove which connection?")));
    },
    select: async () => (await import("./picker.ts")).selectConnection(services),
    diagnose: async (id) => (await import("./diagnose.ts")).diagnose(services, id),
    async enterCredentials(id) {
      const { chooseOwn, enterCredentials } = await dialogs();
      await enterCredentials(
        services,
        await chooseOwn(services, id, l10n.t("Enter the credentials of which connection?")),
      );
    },
  };
}

/** Loaded when a command needs them, since few windows do. */
const dialogs = () => import("./dialogs.ts");
