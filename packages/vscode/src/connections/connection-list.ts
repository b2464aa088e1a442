import * as l10n from "@vscode/l10n";
import { type AuthKind, type ConnectionColor, type ConnectionInfo, connectionColors } from "./types.ts";

/** What stands in a setting or in an exported file: what could be read of it, and what is wrong with the rest. */
export interface ConnectionList {
  readonly connections: readonly ConnectionInfo[];
  readonly problems: readonly string[];
}

/** A connection as it is written to settings and exported. */
export type StoredConnection = Readonly<Record<string, string | boolean>>;

const authKinds: readonly AuthKind[] = ["basic", "token", "oauth"];

/** The id of the connection that every installation has. */
export const simulatorId = "simulator";

/**
 * Reads connections that anyone may have written. What cannot be one is left out and told: a misspelt address must not end as a request to it.
 * The address itself is checked by the client.
 */
export function readConnections(value: unknown): ConnectionList {
  if (value === undefined) return { connections: [], problems: [] };
  if (!Array.isArray(value)) return { connections: [], problems: [l10n.t("The connections are not a list.")] };
  const connections: ConnectionInfo[] = [];
  const problems: string[] = [];
  for (const [index, entry] of value.entries()) {
    const read = readConnection(entry);
    const where = l10n.t("Connection {0}", index + 1);
    if (typeof read === "string") problems.push(`${where}: ${read}`);
    else if (connections.some(({ id, name }) => id === read.id || name === read.name)) {
      problems.push(`${where}: ${l10n.t('"{0}" is there twice.', read.name)}`);
    } else connections.push(read);
  }
  return { connections: connections.sort((a, b) => a.name.localeCompare(b.name)), problems };
}

/** One connection, or what is wrong with it. */
function readConnection(entry: unknown): ConnectionInfo | string {
  if (typeof entry !== "object" || entry === null) return l10n.t("it is not an object.");
  const { id, name, baseUrl, authentication, headerPrefix, color, production }: Readonly<Record<string, unknown>> = {
    ...entry,
  };
  if (!isText(name)) return l10n.t("it has no name.");
  if (!isText(baseUrl)) return l10n.t('"{0}" has no baseUrl.', name);
  const auth = authKinds.find((kind) => kind === authentication);
  if (auth === undefined) return l10n.t('"{0}" has no authentication: basic, token or oauth.', name);
  const ownId = isText(id) ? id : name;
  if (ownId === simulatorId) return l10n.t('the id "{0}" is taken.', simulatorId);
  const knownColor = connectionColors.find((known): known is ConnectionColor => known === color);
  if (color !== undefined && knownColor === undefined) {
    return l10n.t('"{0}" has a color that is none of {1}.', name, connectionColors.join(", "));
  }
  // A flag that cannot be read must not turn the question off.
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

/** As it is stored; without what is not set. */
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

/** The text of an exported file: connections without their secrets. */
export function exportText(connections: readonly ConnectionInfo[]): string {
  return `${JSON.stringify({ version: 1, connections: connections.map(storedConnection) }, null, 2)}\n`;
}

/** Reads an exported file. */
export function readExport(text: string): ConnectionList {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === "object" && content !== null && "connections" in content) {
      return readConnections(content.connections);
    }
  } catch {
    // Said below.
  }
  return { connections: [], problems: [l10n.t("The file does not hold exported connections.")] };
}

/** A setting with a connection put in, in place of the one with its id or name. What cannot be read stays as it is: it is the user's. */
export function putConnection(setting: unknown, connection: ConnectionInfo): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  const same = (entry: unknown) => isSame(entry, connection.id, connection.name);
  return entries.some(same)
    ? entries.map((entry) => (same(entry) ? storedConnection(connection) : entry))
    : [...entries, storedConnection(connection)];
}

/** A setting without a connection. */
export function dropConnection(setting: unknown, id: string): readonly unknown[] {
  return Array.isArray(setting) ? setting.filter((entry) => !isSame(entry, id, undefined)) : [];
}

function isSame(entry: unknown, id: string, name: string | undefined): boolean {
  const read = readConnection(entry);
  return typeof read === "object" && (read.id === id || read.name === name);
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
