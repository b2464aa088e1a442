import type { Client } from "@analytics-engines/core";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { type ConnectionInfo, type Connections, NoConnectionError } from "./types.ts";

const simulator: ConnectionInfo = {
  id: "simulator",
  name: "Simulator",
  baseUrl: "http://127.0.0.1",
  auth: "simulator",
  color: "green",
  production: false,
};

export function createConnections(
  context: vscode.ExtensionContext,
  { fetch, clock }: Pick<Services, "fetch" | "clock">,
): Connections {
  const changed = new vscode.EventEmitter<ConnectionInfo | undefined>();
  context.subscriptions.push(changed);
  let client: Promise<Client> | undefined;
  return {
    all: () => [simulator],
    active: () => simulator,
    onDidChangeActive: changed.event,
    client(info = simulator) {
      if (info.id !== simulator.id) throw new NoConnectionError(vscode.l10n.t("No connection is active."));
      client ??= startSimulator();
      return client;
    },
    confirmRun: async () => true,
  };

  async function startSimulator(): Promise<Client> {
    const [{ createSimulator, defaultUser }, { basicAuth, createClient }] = await Promise.all([
      import("@analytics-engines/simulator"),
      import("@analytics-engines/core"),
    ]);
    const { url, close } = await createSimulator().listen();
    context.subscriptions.push({ dispose: () => void close() });
    return createClient({
      baseUrl: url,
      auth: basicAuth(defaultUser.username, defaultUser.password ?? ""),
      fetch,
      clock,
    });
  }
}
