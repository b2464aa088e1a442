import { baseUrlProblem } from "@analytics-engines/core/basics";
import type { ProjectConnection } from "@analytics-engines/core/files";
import { UserError } from "../user-error.ts";
import type { OpenProject } from "./open-project.ts";
import type { Profile } from "./profile.ts";
import type { Setting } from "./settings.ts";

/** The variables of the environment that hold the credentials of a connection. */
export type CredentialVariables = Pick<
  ProjectConnection,
  "usernameVariable" | "apiKeyVariable" | "tokenVariable" | "oauthConfigVariable"
>;

const standardVariables: CredentialVariables = {
  usernameVariable: "ANALYTICS_USERNAME",
  apiKeyVariable: "ANALYTICS_API_KEY",
  tokenVariable: "ANALYTICS_TOKEN",
  oauthConfigVariable: "ANALYTICS_OAUTH_CONFIG",
};

/** A connection of a project file, with its name and place. */
export interface ConnectionEntry {
  readonly name: string;
  /** The line of the file that chooses it. */
  readonly source: string;
  readonly connection: ProjectConnection;
}

/**
 * The connection that the user names, or else that of the set, or of the project; undefined if none is named, or the project has none of
 * that name.
 */
export function connectionOf(
  open: OpenProject | undefined,
  setName: string | undefined,
  connectionName?: string,
): ConnectionEntry | undefined {
  if (open === undefined) return undefined;
  const name = connectionName ?? open.set?.connection ?? open.project.connection;
  const connections = open.project.connections ?? {};
  const connection = name !== undefined && Object.hasOwn(connections, name) ? connections[name] : undefined;
  if (name === undefined || connection === undefined) return undefined;
  if (connectionName !== undefined) return { name, source: open.placeOf("connections", name), connection };
  const isOfSet = open.set?.connection !== undefined;
  const source = isOfSet ? open.placeOf("sets", setName ?? "", "connection") : open.placeOf("connection");
  return { name, source, connection };
}

/** Where a command sends its requests, and which variables hold the credentials for that. */
export interface ConnectionChoice {
  /** Empty if the user names no address. */
  readonly baseUrl: Setting<string>;
  readonly headerPrefix: Setting<string | undefined>;
  readonly variables: Setting<CredentialVariables>;
  /** The connection of the project file that applies. */
  readonly connection: ConnectionEntry | undefined;
}

/**
 * Chooses the connection of a command. The address is always one that the user names beside the credentials: with the flag, with the
 * variable `ANALYTICS_BASE_URL`, or as a profile was stored. A project file only confirms it and adds to it, so that a file from elsewhere
 * cannot have credentials sent to its own address.
 * @param profile the profile with the credentials, where the user names no address
 * @throws UserError if the project file names an address that the user does not name
 */
export function chooseConnection(
  flags: { readonly baseUrl?: string | undefined; readonly headerPrefix?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
  connectionEntry: ConnectionEntry | undefined,
  profile?: Pick<Profile, "name" | "baseUrl">,
): ConnectionChoice {
  const baseUrl = addressOf(flags, env, profile);
  const isSame = connectionEntry !== undefined && hasOrigin(baseUrl.value, connectionEntry.connection.baseUrl);
  if (connectionEntry !== undefined && !isSame && flags.baseUrl === undefined)
    throw otherAddress(connectionEntry, baseUrl);
  const connection = isSame ? connectionEntry : undefined;
  const source = connection?.source ?? "default";
  const headerPrefix = connection?.connection.headerPrefix;
  return {
    baseUrl,
    headerPrefix:
      flags.headerPrefix === undefined
        ? { value: headerPrefix, source: headerPrefix ? source : "default" }
        : { value: flags.headerPrefix, source: "the option --header-prefix" },
    variables: variablesOf(connection),
    connection,
  };
}

function addressOf(
  flags: { readonly baseUrl?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
  profile: Pick<Profile, "name" | "baseUrl"> | undefined,
): Setting<string> {
  if (flags.baseUrl !== undefined) return { value: flags.baseUrl, source: "the option --base-url" };
  const variable = env["ANALYTICS_BASE_URL"] ?? "";
  if (variable === "" && profile !== undefined)
    return { value: profile.baseUrl, source: `the profile ${profile.name}` };
  return { value: variable, source: "the variable ANALYTICS_BASE_URL" };
}

/**
 * @param where what the user names the address with, such as `the input base-url`
 * @throws UserError if the connection of a project file is for another origin than the address that the user names
 */
export function requireOrigin(connectionEntry: ConnectionEntry | undefined, baseUrl: string, where: string): void {
  if (connectionEntry === undefined || hasOrigin(baseUrl, connectionEntry.connection.baseUrl)) return;
  throw new UserError(
    `The connection ${connectionEntry.name} (${connectionEntry.source}) is for ${originOf(connectionEntry.connection.baseUrl)}, and ${where} names ${originOf(baseUrl)}. Nothing was sent. Name the address of the connection, or choose another connection.`,
  );
}

/** The names of the variables with credentials of a connection that the environment has. */
export function presentVariables(
  connectionEntry: ConnectionEntry | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.values(variablesOf(connectionEntry).value).filter(
    (name): name is string => name !== undefined && Boolean(env[name]),
  );
}

function variablesOf(connectionEntry: ConnectionEntry | undefined): Setting<CredentialVariables> {
  const { usernameVariable, apiKeyVariable, tokenVariable, oauthConfigVariable } = connectionEntry?.connection ?? {};
  const variables = { usernameVariable, apiKeyVariable, tokenVariable, oauthConfigVariable };
  const isNamed = Object.values(variables).some((name) => name !== undefined);
  return isNamed && connectionEntry !== undefined
    ? { value: variables, source: connectionEntry.source }
    : { value: standardVariables, source: "default" };
}

function otherAddress({ name, source, connection }: ConnectionEntry, baseUrl: Setting<string>): UserError {
  const address = originOf(connection.baseUrl);
  const rule = "Credentials are sent only to an address that you name beside them.";
  if (baseUrl.value === "")
    return new UserError(
      `The connection ${name} (${source}) is for ${address}. ${rule} If you trust it, set the variable ANALYTICS_BASE_URL, or --base-url, to it.`,
    );
  return new UserError(
    `The connection ${name} (${source}) is for ${address}, and ${baseUrl.source} names ${originOf(baseUrl.value)}. ${rule} Nothing was sent. Set ANALYTICS_BASE_URL to the address of the connection, choose another connection, or use --base-url, with which the connection of the file does not apply.`,
  );
}

/** Whether two addresses have one origin. An address that cannot be used has none. */
export function hasOrigin(address: string, other: string): boolean {
  return baseUrlProblem(address) === undefined && new URL(address).origin === new URL(other).origin;
}

/** The origin of an address for messages. Another text may hold a secret, so it is not repeated. */
export function originOf(address: string): string {
  return baseUrlProblem(address) === undefined ? new URL(address).origin : "no usable address";
}
