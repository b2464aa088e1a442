import { baseUrlProblem, type ConnectionVariables, connectionVariables } from "@analytics-engines/core/basics";
import type { ProjectConnection } from "@analytics-engines/core/files";
import { UserError } from "../user-error.ts";
import type { OpenProject } from "./open-project.ts";
import { DEFAULT_PROFILE, type Keyring, KeyringError, type Profile, readProfile } from "./profile.ts";
import type { Setting } from "./settings.ts";

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
  /** Those of the connection whose credentials count: its name decides. */
  readonly variables: Setting<ConnectionVariables>;
  /** The name of the connection or profile; undefined without one. */
  readonly name: string | undefined;
  /** The connection of the project file that applies. */
  readonly connection: ConnectionEntry | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What the flags of a command say of its connection. */
interface ConnectionFlags {
  /** The name of a connection or profile. */
  readonly connection?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/**
 * Chooses the connection of a command. The address is always one that the user names beside the credentials: with the flag, with the
 * variable of the connection, such as `ANALYTICS_PROD_BASE_URL`, or as a profile was stored. A project file only confirms it and adds to it, so
 * that a file from elsewhere can neither have credentials sent to its own address, nor those of one address to another.
 * @param profile the profile with the credentials, where the user names no address
 * @throws UserError if the project file names an address that the user does not name
 */
export function chooseConnection(
  flags: ConnectionFlags,
  env: Env,
  connectionEntry: ConnectionEntry | undefined,
  profile?: Pick<Profile, "name" | "baseUrl">,
): ConnectionChoice {
  const own = connectionVariables(flags.connection ?? connectionEntry?.name);
  const baseUrl = addressOf(flags, env, own.baseUrl, profile);
  const isSame = connectionEntry !== undefined && hasOrigin(baseUrl.value, connectionEntry.connection.baseUrl);
  if (connectionEntry !== undefined && !isSame && flags.baseUrl === undefined)
    throw otherAddress(connectionEntry, baseUrl, own, env);
  const connection = isSame ? connectionEntry : undefined;
  const source = connection?.source ?? "default";
  const name = flags.connection ?? connection?.name;
  // Who types an address binds the variables without a name to it, where the connection has none of its own.
  const isTyped = flags.baseUrl !== undefined && flags.connection === undefined;
  const usesPlain = isTyped && presentVariables(name, env).length === 0 && presentVariables(undefined, env).length > 0;
  const variables = connectionVariables(usesPlain ? undefined : name);
  return {
    baseUrl,
    headerPrefix: prefixOf(env, variables.headerPrefix, connection),
    variables: {
      value: variables,
      source: usesPlain ? "default" : flags.connection === undefined ? source : "the option --connection",
    },
    name,
    connection,
  };
}

function addressOf(
  flags: ConnectionFlags,
  env: Env,
  variable: string,
  profile: Pick<Profile, "name" | "baseUrl"> | undefined,
): Setting<string> {
  if (flags.baseUrl !== undefined) return { value: flags.baseUrl, source: "the option --base-url" };
  const value = env[variable] ?? "";
  if (value === "" && profile !== undefined) return { value: profile.baseUrl, source: `the profile ${profile.name}` };
  return { value, source: `the variable ${variable}` };
}

/** The service's name in its request headers. What a person sets in the environment comes before a file. */
function prefixOf(env: Env, variable: string, entry: ConnectionEntry | undefined): Setting<string | undefined> {
  const value = env[variable];
  if (value) return { value, source: `the variable ${variable}` };
  const prefix = entry?.connection.headerPrefix;
  return { value: prefix, source: entry === undefined || prefix === undefined ? "default" : entry.source };
}

/**
 * Requires that the user has bound the credentials of a connection with a name to the address: the name can come from a file.
 * @throws UserError if the variable with the address is missing, or names another origin
 */
export function requireProof({ baseUrl, variables, name }: ConnectionChoice, env: Env): void {
  const own = variables.value;
  if (own.baseUrl === connectionVariables(undefined).baseUrl) return;
  const proof = env[own.baseUrl] ?? "";
  if (baseUrlProblem(baseUrl.value) === undefined && hasOrigin(proof, baseUrl.value)) return;
  const state = proof === "" ? "is not set" : `names ${originOf(proof)}`;
  throw new UserError(
    `The credentials of the connection ${name} go only to the origin that ${own.baseUrl} names beside them. It ${state}, and ${baseUrl.source} names ${originOf(baseUrl.value)}. Nothing was sent. Set ${own.baseUrl} to the address that the credentials are for, or choose another connection.`,
  );
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

/** The names of the variables with credentials of a connection that the environment has. @param name undefined without a connection */
export function presentVariables(name: string | undefined, env: Env): readonly string[] {
  return credentialVariables(connectionVariables(name)).filter((variable) => Boolean(env[variable]));
}

/** The variables of a connection that hold credentials. */
export function credentialVariables({ username, apiKey, token, oauthConfig }: ConnectionVariables): readonly string[] {
  return [username, apiKey, token, oauthConfig];
}

function otherAddress(
  { name, source, connection }: ConnectionEntry,
  baseUrl: Setting<string>,
  own: ConnectionVariables,
  env: Env,
): UserError {
  const address = originOf(connection.baseUrl);
  const plain = connectionVariables(undefined).baseUrl;
  const hint =
    own.baseUrl === plain || !env[plain] ? "" : ` ${plain} is for commands without a connection of the project file.`;
  const rule = `Credentials are sent only to an address that you name beside them.${hint}`;
  if (baseUrl.value === "")
    return new UserError(
      `The connection ${name} (${source}) is for ${address}. ${rule} Nothing was sent. If you trust it, set the variable ${own.baseUrl} to it, beside ${own.username} and ${own.apiKey}, or ${own.token}, or ${own.oauthConfig}.`,
    );
  return new UserError(
    `The connection ${name} (${source}) is for ${address}, and ${baseUrl.source} names ${originOf(baseUrl.value)}. ${rule} Nothing was sent. Set ${own.baseUrl} to the address of the connection, choose another connection, or use --base-url, with which the connection of the file does not apply.`,
  );
}

/** Whether two addresses have one origin. An address that cannot be used has none. */
function hasOrigin(firstAddress: string, secondAddress: string): boolean {
  return baseUrlProblem(firstAddress) === undefined && new URL(firstAddress).origin === new URL(secondAddress).origin;
}

/** The origin of an address for messages. Another text may hold a secret, so it is not repeated. */
export function originOf(address: string): string {
  return baseUrlProblem(address) === undefined ? new URL(address).origin : "no usable address";
}

/** Opens the system's keyring. @throws KeyringError where there is none */
export type OpenKeyring = () => Promise<Keyring>;

export interface ProfileChoice extends ConnectionChoice {
  /** The profile with the credentials; undefined where the environment has some, or the keyring has none. */
  readonly profile: Profile | undefined;
  /** What a message about missing credentials says about profiles. */
  readonly advice: string;
}

/**
 * Chooses the connection of a command, and its profile. A variable with credentials comes before the keyring, which is not opened then: a part
 * of the variables does not become whole by a profile. A profile also names the address, unless the user names one of the same origin.
 *
 * @param named the connection of the project file
 * @throws UserError if the credentials of the profile are for another origin
 */
export async function chooseProfile(
  options: ConnectionFlags,
  env: Readonly<Record<string, string | undefined>>,
  connectionEntry: ConnectionEntry | undefined,
  openKeyring: OpenKeyring,
): Promise<ProfileChoice> {
  const { connection: connectionName, baseUrl } = options;
  if (connectionName !== undefined && baseUrl !== undefined)
    requireOrigin(connectionEntry, baseUrl, "the option --base-url");
  const namesOfVariables = connectionVariables(connectionName ?? connectionEntry?.name);
  const hasAddress = baseUrl !== undefined || Boolean(env[namesOfVariables.baseUrl]);
  const choice = hasAddress ? chooseConnection(options, env, connectionEntry) : undefined;
  const entry = choice === undefined ? connectionEntry : choice.connection;
  const variables = choice?.variables.value ?? namesOfVariables;
  if (credentialVariables(variables).some((variable) => Boolean(env[variable]))) {
    const advice = "A profile counts only where no variable has credentials.";
    const choiceOfVariables = choice ?? chooseConnection(options, env, connectionEntry);
    requireProof(choiceOfVariables, env);
    return { ...choiceOfVariables, profile: undefined, advice };
  }
  const name = connectionName ?? entry?.name ?? DEFAULT_PROFILE;
  const { profile, advice } = await findProfile(name, openKeyring);
  if (connectionName !== undefined && entry === undefined && profile === undefined)
    throw new UserError(
      `There is no connection ${connectionName} in the project file, and no such profile in the keyring. ${advice}`,
    );
  if (choice === undefined) return { ...chooseConnection(options, env, connectionEntry, profile), profile, advice };
  if (profile !== undefined && !hasOrigin(choice.baseUrl.value, profile.baseUrl))
    throw new UserError(
      `The credentials of the profile ${name} are for ${originOf(profile.baseUrl)}, and ${choice.baseUrl.source} names ${originOf(choice.baseUrl.value)}. They are sent only to the address that they were stored for. Nothing was sent. Choose another profile with --connection, or store one for that address: analytics-engines login NAME --base-url ADDRESS.`,
    );
  return { ...choice, profile, advice };
}

async function findProfile(name: string, openKeyring: OpenKeyring) {
  try {
    const profile = await readProfile(await openKeyring(), name);
    return { profile, advice: `Or store them once in the system's keyring: ${loginOf(name)}.` };
  } catch (error) {
    if (!(error instanceof KeyringError)) throw error;
    return { profile: undefined, advice: `The system's keyring has none, because it cannot be used: ${error.reason}.` };
  }
}

function loginOf(name: string): string {
  return `analytics-engines login${name === DEFAULT_PROFILE ? "" : ` ${name}`}`;
}
