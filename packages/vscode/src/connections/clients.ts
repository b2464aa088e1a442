import { type Auth, basicAuth, type Client, createClient, type Fetch, noteProxy } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/progress";
import { authOf } from "@analytics-engines/runs/run";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { storageOf } from "../common/folder-storage.ts";
import { createSecretStore, type StoredCredentials } from "./secret-store.ts";
import type { SimulatorMemory } from "./simulator-host.ts";
import type { ConnectionInfo } from "./types.ts";
import { watchFetch } from "./watch-fetch.ts";

/** Access to the world outside the extension. */
export interface Environment {
  readonly log: vscode.LogOutputChannel;
  /** The only source of time. */
  readonly clock: Clock;
  /** VS Code's own `fetch`, which uses its proxy and certificate settings. All requests go through it. */
  readonly fetch: Fetch;
}

/** The clients of connections, one each, created at the first use. */
export type Clients = ReturnType<typeof createClients>;

/** The timeout of a check, for which a user waits. */
const CHECK_SECONDS = 15;

/** Another extension in this process may have registered OpenTelemetry: the runs of a user are none of its business. */
const telemetry = false;

/** Empty credentials: the service answers them with 401; any other answer comes from something else. */
const anonymous: Auth = { authorization: async () => "Basic Og==" };

/** @param onReach called after each request of a connection: whether the service answered */
export function createClients(
  context: vscode.ExtensionContext,
  environment: Environment,
  onReach: (id: string, isReached: boolean) => void,
) {
  const { clock, log } = environment;
  const secrets = createSecretStore(context.secrets);
  const userAgent = `analytics-engines-vscode/${context.extension.packageJSON.version}`;
  const fetch: Fetch = (request) =>
    environment.fetch(request).catch((error: unknown) => {
      nameProxy(error);
      throw error;
    });
  const watched = (id: string, send: Fetch) =>
    watchFetch(send, { log, clock, onReach: (isReached) => onReach(id, isReached) });
  /** Each with what it was made from: another address or prefix needs another client. */
  const clients = new Map<string, { readonly madeFrom: string; readonly client: Promise<Client> }>();
  let simulator: ReturnType<typeof startBuiltIn> | undefined;
  let simulatorMemory: SimulatorMemory | undefined;

  // Another window may change credentials.
  const watch = context.secrets.onDidChange(({ key }) => forget(key.replace(/^connection:/, "")));

  return {
    /** The credentials in VS Code's secret storage. */
    secrets,
    of(info: ConnectionInfo): Promise<Client> {
      const madeFrom = JSON.stringify([info.baseUrl, info.auth, info.headerPrefix]);
      const cachedClient = clients.get(info.id);
      if (cachedClient?.madeFrom === madeFrom)
        return info.auth === "simulator" ? caughtUp(info, cachedClient.client) : cachedClient.client;
      const client =
        info.auth === "simulator"
          ? simulatorClient(info.id)
          : load(info).then((credentials) => open(info, credentials, {}));
      clients.set(info.id, { madeFrom, client });
      // After a failure, the next call tries again.
      client.catch(() => clients.get(info.id)?.client === client && clients.delete(info.id));
      return client;
    },
    async draft(info: ConnectionInfo, credentials: StoredCredentials | "anonymous" | undefined): Promise<Client> {
      const limits = { attemptTimeoutSeconds: CHECK_SECONDS, totalTimeoutSeconds: CHECK_SECONDS };
      return open(info, credentials ?? (await load(info)), limits);
    },
    forget,
    dispose(): void {
      watch.dispose();
      simulator?.then(({ stop }) => stop()).catch(() => undefined);
    },
  };

  /** Drops the client of a connection. */
  function forget(id: string): void {
    clients.delete(id);
  }

  async function load(info: ConnectionInfo): Promise<StoredCredentials> {
    const credentials = await secrets.load(info.id, info);
    if (typeof credentials === "object") return credentials;
    const message =
      credentials === "missing"
        ? l10n.t('This machine has no credentials for "{0}". Enter them once.', info.name)
        : l10n.t(
            'The address or the authentication of "{0}" has changed since its credentials were entered, so they are not sent. Enter them again.',
            info.name,
          );
    const title = l10n.t("Enter Credentials");
    throw new UserError(message, {
      actions: [{ title, command: "analyticsEngines.connections.enterCredentials", args: [info.id] }],
    });
  }

  async function open(
    { id, baseUrl, headerPrefix, name }: ConnectionInfo,
    credentials: StoredCredentials | "anonymous",
    limits: { readonly attemptTimeoutSeconds?: number; readonly totalTimeoutSeconds?: number },
  ): Promise<Client> {
    try {
      const send = watched(id, fetch);
      const auth = credentials === "anonymous" ? anonymous : authOf(credentials, { fetch: send, clock, userAgent });
      return createClient({ baseUrl, auth, headerPrefix, fetch: send, clock, userAgent, telemetry, ...limits });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new UserError(`"${name}": ${error.message}.`, {
        actions: [{ title: l10n.t("Edit"), command: "analyticsEngines.connections.edit", args: [id] }],
      });
    }
  }

  /** The client of the simulator once that knows the jobs of other windows: a run of theirs may be continued here. */
  async function caughtUp(info: ConnectionInfo, client: Promise<Client>): Promise<Client> {
    const lastUrl = (await simulator)?.baseUrl;
    if ((await latestSimulator()).baseUrl === lastUrl) return client;
    forget(info.id);
    return simulatorClient(info.id);
  }

  async function simulatorClient(id: string): Promise<Client> {
    const { baseUrl, username, password, fetch: remembering } = await latestSimulator();
    const auth = basicAuth(username, password);
    return createClient({ baseUrl, auth, fetch: watched(id, remembering), clock, userAgent, telemetry });
  }

  function latestSimulator(): ReturnType<typeof startBuiltIn> {
    const latest = upToDate(simulator);
    simulator = latest;
    // After a failure, the next call tries again.
    latest.catch(() => {
      if (simulator === latest) simulator = undefined;
    });
    return latest;
  }

  /** The simulator, begun again if another window of the folder has sent requests that it does not know. */
  async function upToDate(last: typeof simulator): ReturnType<typeof startBuiltIn> {
    const running = await last;
    if (running === undefined) return startBuiltIn();
    if (!(await running.memory.isBehind(clock.now()))) return running;
    await running.stop();
    return startBuiltIn(running.port);
  }

  async function startBuiltIn(ownPort?: number) {
    const { fileMemory, startSimulator } = await import("./simulator-host.ts");
    simulatorMemory ??= fileMemory(storageOf(context));
    const memory = simulatorMemory;
    const jobSeconds = vscode.workspace.getConfiguration("analyticsEngines").get<number>("simulator.jobSeconds", 5);
    const running = await startSimulator(memory, clock, fetch, jobSeconds, ownPort);
    log.info(`The simulator listens on ${running.baseUrl}`);
    return { ...running, memory };
  }
}

/** Notes the proxy of VS Code's settings at the error of a request, so that messages can name it. Its credentials are left out. */
function nameProxy(error: unknown): void {
  const proxy = URL.parse(vscode.workspace.getConfiguration("http").get("proxy", ""));
  if (proxy === null || !(error instanceof Error)) return;
  noteProxy(error, `${proxy.protocol}//${proxy.host}`);
}
