import type { Client } from "@analytics-engines/core";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { lazily } from "../common/async.ts";
import { confirm } from "../common/questions.ts";
import type { Clients, Environment } from "./clients.ts";
import {
  type ConnectionList,
  readConnections,
  SIMULATOR_ID,
  withConnection,
  withoutConnection,
} from "./connection-list.ts";
import type { StoredCredentials } from "./secret-store.ts";
import { type ConnectionInfo, NoConnectionError } from "./types.ts";

/** The connections of the user. One of them can be active in a workspace. */
export type Connections = ReturnType<typeof createConnections>;

const ACTIVE_KEY = "connections.active";
/** The key in the storage of the user: the connection that was selected last, in any window. */
const LAST_KEY = "connections.last";
const LIST_SETTING = "connections.list";

const simulator = (): ConnectionInfo => ({
  id: SIMULATOR_ID,
  name: l10n.t("Simulator"),
  baseUrl: "http://127.0.0.1",
  auth: "simulator",
  color: "green",
  production: false,
});

export function createConnections(context: vscode.ExtensionContext, environment: Environment) {
  let createdClients: Clients | undefined;
  const clients = lazily(async () => {
    const { createClients } = await import("./clients.ts");
    createdClients = createClients(context, environment, noteReach);
    context.subscriptions.push(createdClients);
    return createdClients;
  });
  const changed = new vscode.EventEmitter<ConnectionInfo | undefined>();
  const reachChanged = new vscode.EventEmitter<void>();
  /** The connections whose last request got no answer. */
  const offline = new Set<string>();
  /** Read at the first use: a start without a connection needs no settings. */
  let list: ConnectionList | undefined;
  let switched = false;
  let announced = JSON.stringify(active());

  const configuration = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(`analyticsEngines.${LIST_SETTING}`)) return;
    list = undefined;
    announce();
  });
  context.subscriptions.push(changed, reachChanged, configuration);

  return {
    all,
    active,
    lastUsed,
    onDidChangeActive: changed.event,
    /** Whether the last request of a connection got no answer. */
    isOffline: ({ id }: ConnectionInfo) => offline.has(id),
    onDidChangeReach: reachChanged.event,
    /** Whether this machine has credentials that may be sent to a connection. */
    async hasCredentials(info: ConnectionInfo): Promise<boolean> {
      return typeof (await (await clients()).secrets.load(info.id, info)) === "object";
    },
    /** Whether the user has switched the connection in this window. */
    hasSwitched: () => switched,
    /** What is wrong with the setting, with one line for each problem. */
    problems: () => connectionList().problems,
    /**
     * The client of a connection, by default of the active one; the same object until the connection changes. Its secrets come from SecretStorage.
     * The first client of the simulator starts it.
     * @throws NoConnectionError if no connection is active
     * @throws UserError if the workspace is not trusted or a secret is missing
     */
    async client(info = active()): Promise<Client> {
      // Comes first: adding a connection would not help in a folder that is not trusted.
      requireTrust();
      if (info === undefined) throw noConnection(lastUsed());
      const opened = await clients();
      // The current settings count: the argument may come from a job of last week.
      const current = all().find(({ id }) => id === info.id);
      if (current === undefined) throw missingConnection(info.name);
      return opened.of(current);
    },
    /** Opens a client of an unsaved connection, with a short timeout. Without credentials it uses the stored ones. */
    async draftClient(info: ConnectionInfo, credentials: StoredCredentials | "anonymous" | undefined): Promise<Client> {
      requireTrust();
      return (await clients()).draft(info, credentials);
    },
    requireTrust,
    /** Whether a run may start: asks the user on a production connection. */
    confirmRun(info: ConnectionInfo): Promise<boolean> {
      const question = l10n.t('Run on the production connection "{0}"?', info.name);
      return confirmProduction(info, question, l10n.t("Run"));
    },
    /** Whether data of the service may be changed: asks the user on a production connection. */
    confirmChange(info: ConnectionInfo): Promise<boolean> {
      const question = l10n.t('Make a change on the production connection "{0}"?', info.name);
      return confirmProduction(info, question, l10n.t("Change"));
    },
    async setActive(id: string | undefined): Promise<void> {
      await context.workspaceState.update(ACTIVE_KEY, id);
      if (id !== undefined) await context.globalState.update(LAST_KEY, id);
      announce();
    },
    /** Saves the credentials, if given, to SecretStorage, then the connection to the settings. */
    async save(info: ConnectionInfo, credentials?: StoredCredentials): Promise<void> {
      if (credentials !== undefined) await (await clients()).secrets.save(info.id, info, credentials);
      createdClients?.forget(info.id);
      await writeSetting((value) => withConnection(value, info));
    },
    async remove(info: ConnectionInfo): Promise<void> {
      await writeSetting((value) => withoutConnection(value, info.id));
      await forgetCredentials(info);
    },
    forgetCredentials,
  };

  /** Removes the credentials of a connection from SecretStorage. */
  async function forgetCredentials({ id }: ConnectionInfo): Promise<void> {
    await (await clients()).secrets.remove(id);
    createdClients?.forget(id);
  }

  function noteReach(id: string, isReached: boolean): void {
    if (offline.has(id) !== isReached) return;
    if (isReached) offline.delete(id);
    else offline.add(id);
    reachChanged.fire();
  }

  async function confirmProduction({ id, baseUrl }: ConnectionInfo, question: string, go: string): Promise<boolean> {
    // By id, so that the current flag counts.
    return all().find((connection) => connection.id === id)?.production === false || confirm(question, go, baseUrl);
  }

  function connectionList(): ConnectionList {
    list ??= readSetting();
    return list;
  }

  /** The simulator first, then the user's own by name. */
  function all(): readonly ConnectionInfo[] {
    return [simulator(), ...connectionList().connections];
  }

  function active(): ConnectionInfo | undefined {
    const id = context.workspaceState.get<string>(ACTIVE_KEY);
    return id === undefined ? undefined : all().find((info) => info.id === id);
  }

  /** The connection that was selected last, in any window; undefined without one, and if it was removed. */
  function lastUsed(): ConnectionInfo | undefined {
    const id = context.globalState.get<string>(LAST_KEY);
    return id === undefined ? undefined : all().find((info) => info.id === id);
  }

  /** Fires if the active connection differs from the one announced before. */
  function announce(): void {
    const now = active();
    if (JSON.stringify(now) === announced) return;
    announced = JSON.stringify(now);
    switched = true;
    changed.fire(now);
  }
}

function readSetting(): ConnectionList {
  return readConnections(vscode.workspace.getConfiguration("analyticsEngines").get<unknown>(LIST_SETTING));
}

/** Changes the setting of the workspace if it has one, else that of the user. */
async function writeSetting(change: (value: unknown) => readonly unknown[]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("analyticsEngines");
  const { globalValue, workspaceValue } = configuration.inspect<unknown>(LIST_SETTING) ?? {};
  const [value, target] =
    workspaceValue === undefined
      ? [globalValue, vscode.ConfigurationTarget.Global]
      : [workspaceValue, vscode.ConfigurationTarget.Workspace];
  await configuration.update(LIST_SETTING, change(value), target);
}

/** @param last the connection that was selected last, which is offered first */
function noConnection(last: ConnectionInfo | undefined): NoConnectionError {
  const select = { title: l10n.t("Select Connection"), command: "analyticsEngines.connections.select" };
  const ofLast = last && { ...select, title: l10n.t("Use {0}", last.name), args: [last.id] };
  const trySimulator = { title: l10n.t("Try the Simulator"), command: "analyticsEngines.connections.useSimulator" };
  return new NoConnectionError(l10n.t("No connection is selected, and this command needs one."), {
    actions: [...(ofLast === undefined ? [] : [ofLast]), select, ...(last?.id === SIMULATOR_ID ? [] : [trySimulator])],
  });
}

/** @throws UserError if the folder is not trusted */
function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserError(l10n.t("This folder is not trusted, so the extension sends no requests from here."), {
    actions: [{ title: l10n.t("Manage Trust"), command: "workbench.trust.manage" }],
  });
}

function missingConnection(name: string): UserError {
  return new UserError(l10n.t('The connection "{0}" is no longer in the settings. Select another one.', name));
}
