import path from "node:path";
import { baseUrlProblem, isLoopback, isObject } from "@analytics-engines/core/basics";
import * as l10n from "@vscode/l10n";
import { type AuthKind, type ConnectionColor, type ConnectionInfo, connectionColors } from "./types.ts";

/** The connections of a setting, and what is wrong with the entries that cannot be read. */
export interface ConnectionList {
  readonly connections: readonly ConnectionInfo[];
  readonly problems: readonly string[];
}

/** A connection in the format of the settings. */
export type StoredConnection = Readonly<Record<string, string | boolean>>;

const authKinds: readonly AuthKind[] = ["basic", "token", "oauth"];

/** The id of the built-in connection. */
export const SIMULATOR_ID = "simulator";

/** The file with the memory of the simulator, in the storage of the extension. */
export function simulatorMemoryFile(folder: string): string {
  return path.join(folder, "simulator.jsonl");
}

/**
 * Reads connections, which anyone may have written. Leaves out an invalid entry and reports it. The client checks the address itself.
 */
export function readConnections(value: unknown): ConnectionList {
  if (value === undefined) return { connections: [], problems: [] };
  if (!Array.isArray(value))
    return { connections: [], problems: [l10n.t("The setting is not a list of connections.")] };
  const connections: ConnectionInfo[] = [];
  const problems: string[] = [];
  for (const [index, entry] of value.entries()) {
    const read = readConnection(entry);
    const where = l10n.t("Connection {0}", index + 1);
    if (typeof read === "string") problems.push(`${where}: ${read}`);
    else if (connections.some(({ id, name }) => id === read.id || name === read.name)) {
      problems.push(`${where}: ${l10n.t('"{0}" appears twice.', read.name)}`);
    } else connections.push(read);
  }
  return { connections: connections.sort((first, second) => first.name.localeCompare(second.name)), problems };
}

/** Reads one connection, or returns what is wrong with it. */
function readConnection(entry: unknown): ConnectionInfo | string {
  if (!isObject(entry)) return l10n.t("it is not an object.");
  const { id, name, baseUrl, authentication, headerPrefix, color, production } = entry;
  if (!isText(name)) return l10n.t("it has no name.");
  if (!isText(baseUrl)) return l10n.t('"{0}" has no baseUrl.', name);
  // Otherwise a password in it would be shown wherever the address is.
  if (baseUrlProblem(baseUrl) === "credentials")
    return l10n.t(
      'the baseUrl of "{0}" must not contain credentials. Enter them with the command Enter Credentials.',
      name,
    );
  const auth = authKinds.find((kind) => kind === authentication);
  if (auth === undefined) return l10n.t('"{0}" has no authentication: basic, token or oauth.', name);
  const ownId = isText(id) ? id : name;
  if (ownId === SIMULATOR_ID) return l10n.t('the id "{0}" is reserved.', SIMULATOR_ID);
  const knownColor = connectionColors.find((allowedColor): allowedColor is ConnectionColor => allowedColor === color);
  if (color !== undefined && knownColor === undefined) {
    return l10n.t('the color of "{0}" must be one of {1}.', name, connectionColors.join(", "));
  }
  // An invalid flag must not turn the confirmation off.
  if (production !== undefined && typeof production !== "boolean") {
    return l10n.t('production of "{0}" must be true or false.', name);
  }
  return {
    id: ownId,
    name,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    auth,
    ...(isText(headerPrefix) ? { headerPrefix } : {}),
    ...(knownColor === undefined ? {} : { color: knownColor }),
    production: production ?? false,
  };
}

/** Converts a connection to its stored format. */
export function storedConnection(connection: ConnectionInfo): StoredConnection {
  const { id, name, baseUrl, auth, headerPrefix, color, production } = connection;
  return {
    id,
    name,
    baseUrl,
    authentication: auth,
    ...(headerPrefix === undefined ? {} : { headerPrefix }),
    ...(color === undefined ? {} : { color }),
    production,
  };
}

/** Adds a connection to a setting, or replaces the one with its id or name. Invalid entries of the user stay unchanged. */
export function withConnection(setting: unknown, connection: ConnectionInfo): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  const same = (entry: unknown) => isSame(entry, connection.id, connection.name);
  return entries.some(same)
    ? entries.map((entry) => (same(entry) ? storedConnection(connection) : entry))
    : [...entries, storedConnection(connection)];
}

/** Removes a connection from a setting. */
export function withoutConnection(setting: unknown, id: string): readonly unknown[] {
  return Array.isArray(setting) ? setting.filter((entry) => !isSame(entry, id, undefined)) : [];
}

function isSame(entry: unknown, id: string, name: string | undefined): boolean {
  const read = readConnection(entry);
  return typeof read === "object" && (read.id === id || read.name === name);
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The connection that a project file names. */
interface NamedConnection {
  readonly name: string;
  readonly baseUrl: string;
}

/**
 * Finds the connection of the user that leads where a project file says. The file only chooses among the connections of the user: requests and
 * credentials go to the address of the connection, never to that of the file. The simulator stands for an address of this machine.
 * @returns undefined if none has the origin, or several have it and neither the name nor the active connection tells which one
 */
export function matchingConnection(
  all: readonly ConnectionInfo[],
  active: ConnectionInfo | undefined,
  { name, baseUrl }: NamedConnection,
): ConnectionInfo | undefined {
  const { origin, hostname } = new URL(baseUrl);
  const matches = all.filter(
    (connection) => baseUrlProblem(connection.baseUrl) === undefined && new URL(connection.baseUrl).origin === origin,
  );
  if (matches.length === 0 && isLoopback(hostname)) return all.find(({ id }) => id === SIMULATOR_ID);
  const [only] = matches.length === 1 ? matches : [];
  return only ?? matches.find((connection) => connection.name === name) ?? matches.find(({ id }) => id === active?.id);
}
