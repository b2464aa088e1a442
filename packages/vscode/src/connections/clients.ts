import type { Auth, Client, Clock, Fetch } from "@analytics-engines/core";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserError } from "../common/errors.ts";
import { authOf, type Credentials } from "./credentials.ts";
import type { SecretStore } from "./secret-store.ts";
import type { RunningSimulator } from "./simulator-host.ts";
import type { ConnectionInfo } from "./types.ts";

/** What reaches the world outside of the extension. */
export interface Environment {
  readonly log: vscode.LogOutputChannel;
  /** The only source of time. */
  readonly clock: Clock;
  /** VS Code's own `fetch`, which knows its proxy and certificate settings. The only way to a network. */
  readonly fetch: Fetch;
}

/** The clients of connections: one each, made when it is first asked for. */
export interface Clients extends vscode.Disposable {
  of(info: ConnectionInfo): Promise<Client>;
  draft(info: ConnectionInfo, credentials: Credentials | "anonymous" | undefined): Promise<Client>;
  /** The next client of a connection is a new one. */
  forget(id: string): void;
}

/** How long a check may take; a user waits for it. */
const checkSeconds = 15;

/** Nobody, without a password: the service answers 401, and anything else is not the service. */
const anonymous: Auth = { authorization: async () => "Basic Og==" };

export function createClients(
  context: vscode.ExtensionContext,
  environment: Environment,
  secrets: SecretStore,
): Clients {
  const { clock, fetch, log } = environment;
  /** With what each was made from: another address or prefix makes another client. */
  const clients = new Map<string, { readonly madeFrom: string; readonly client: Promise<Client> }>();
  let simulator: Promise<RunningSimulator> | undefined;

  // Credentials that another window has changed.
  const watch = context.secrets.onDidChange(({ key }) => forget(key.replace(/^connection:/, "")));

  return {
    of(info) {
      const madeFrom = JSON.stringify([info.baseUrl, info.auth, info.headerPrefix]);
      const known = clients.get(info.id);
      if (known?.madeFrom === madeFrom) return known.client;
      const client = info.auth === "simulator" ? simulatorClient() : savedClient(info);
      clients.set(info.id, { madeFrom, client });
      // What failed is tried again.
      client.catch(() => clients.get(info.id)?.client === client && clients.delete(info.id));
      return client;
    },
    async draft(info, credentials) {
      return open(info, credentials ?? (await load(info)), {
        attemptTimeoutSeconds: checkSeconds,
        totalTimeoutSeconds: checkSeconds,
      });
    },
    forget,
    dispose() {
      watch.dispose();
      simulator?.then(({ stop }) => stop()).catch(() => undefined);
    },
  };

  function forget(id: string): void {
    clients.delete(id);
  }

  async function savedClient(info: ConnectionInfo): Promise<Client> {
    return open(info, await load(info), {});
  }

  async function load(info: ConnectionInfo): Promise<Credentials> {
    const credentials = await secrets.load(info.id, info);
    if (typeof credentials === "object") return credentials;
    const message =
      credentials === "missing"
        ? l10n.t('The credentials of "{0}" are not on this machine: enter them once.', info.name)
        : l10n.t(
            'The address or the authentication of "{0}" has changed since its credentials were entered, so they are not sent there. Enter them again.',
            info.name,
          );
    const title = l10n.t("Enter credentials");
    throw new UserError(message, {
      actions: [{ title, command: "analyticsEngines.connections.edit", args: [info.id] }],
    });
  }

  async function open(
    { baseUrl, headerPrefix, name }: ConnectionInfo,
    credentials: Credentials | "anonymous",
    limits: { readonly attemptTimeoutSeconds?: number; readonly totalTimeoutSeconds?: number },
  ): Promise<Client> {
    const { createClient } = await import("@analytics-engines/core");
    try {
      const auth = credentials === "anonymous" ? anonymous : await authOf(credentials, { fetch, clock });
      return createClient({ baseUrl, auth, headerPrefix, fetch, clock, ...limits });
    } catch (error) {
      if (error instanceof TypeError) throw new UserError(`"${name}": ${error.message}.`);
      throw error;
    }
  }

  async function simulatorClient(): Promise<Client> {
    simulator ??= startBuiltIn();
    simulator.catch(() => {
      simulator = undefined;
    });
    const { baseUrl, username, password, fetch: remembering } = await simulator;
    const { basicAuth, createClient } = await import("@analytics-engines/core");
    return createClient({ baseUrl, auth: basicAuth(username, password), fetch: remembering, clock });
  }

  async function startBuiltIn(): Promise<RunningSimulator> {
    const [{ startSimulator }, { fileMemory }] = await Promise.all([
      import("./simulator-host.ts"),
      import("./simulator-memory.ts"),
    ]);
    const memory = fileMemory((context.storageUri ?? context.globalStorageUri).fsPath);
    const jobSeconds = vscode.workspace.getConfiguration("analyticsEngines").get<number>("simulator.jobSeconds", 5);
    const running = await startSimulator({ memory, clock, fetch, jobSeconds });
    log.info(`The simulator listens on ${running.baseUrl}`);
    return running;
  }
}
