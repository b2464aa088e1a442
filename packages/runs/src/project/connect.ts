import {
  type ComputingClient,
  type ConnectionSettings,
  createPacer,
  createServiceClient,
  withCompute,
} from "@analytics-engines/core";
import { type ConnectionVariables, isHeaderPrefix } from "@analytics-engines/core/basics";
import { readNamedFile } from "../files/open-file.ts";
import { authOf, type ServiceCredentials, secretProblem, valueProblem } from "../network/auth.ts";
import { nodeFetch, readTlsSettings } from "../network/fetch.ts";
import { UserError } from "../user-error.ts";
import {
  type ConnectionChoice,
  type ConnectionEntry,
  chooseConnection,
  chooseProfile,
  type OpenKeyring,
  type ProfileChoice,
  requireProof,
} from "./connection.ts";
import type { Profile } from "./profile.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface ConnectOptions {
  /** The connection of the project file, or the profile. Its name is that of its variables. */
  readonly connection?: string | undefined;
  /** Default: the variable of the connection, ANALYTICS_BASE_URL without one. */
  readonly baseUrl?: string;
  /** The part of the service's rate limit that the client may use, above 0 and up to 1. Default: 1. */
  readonly rateShare?: number;
  /** Whether an earlier process may have used its part of the present window, which a part below 1 takes into account. */
  readonly isRestart?: boolean;
  /** Name and version of the program, for the `User-Agent` of each request. */
  readonly userAgent?: string;
}

/**
 * Opens a client of the service that the environment names, as the command does: the address in `ANALYTICS_BASE_URL`, and the credentials
 * in `ANALYTICS_USERNAME` and `ANALYTICS_API_KEY`, `ANALYTICS_TOKEN` or `ANALYTICS_OAUTH_CONFIG`. It follows the proxies and the certificates
 * (`ANALYTICS_CA_FILE`, `ANALYTICS_CLIENT_CERT`, `ANALYTICS_CLIENT_KEY`) of the environment.
 * Sends nothing yet.
 *
 * @param env the variables of the environment
 * @throws UserError that names the missing or wrong variable, and repeats no credential
 *
 * @example
 * ```ts
 * import { createClientFromEnvironment } from "@analytics-engines/runs";
 *
 * const client = createClientFromEnvironment();
 * const accounts = await client.lookups.accounts.list("Client:/Growth");
 * console.log(accounts.data.data.accounts);
 * ```
 */
export function createClientFromEnvironment(env: Env = process.env): ComputingClient {
  if (!env["ANALYTICS_BASE_URL"])
    throw new UserError(
      "The variable ANALYTICS_BASE_URL is missing: set it to the address of the service, such as https://api.vendor.example.",
    );
  return withCompute(connectFromEnvironment({}, env).client);
}

/**
 * Opens a client of the service that the options and the environment name. Credentials come only from the environment, because every user
 * of the machine can see a command line, and the shell keeps it. Sends nothing yet.
 *
 * @param named the connection of a project file, which applies only to the address that the user names
 * @throws UserError, which repeats no credential
 */
export function connectFromEnvironment(options: ConnectOptions, env: Env, connectionEntry?: ConnectionEntry) {
  return openChoice(options, env, chooseConnection(options, env, connectionEntry));
}

/**
 * Opens a client of the service as `connectFromEnvironment` does; where the environment has no credentials, with those of a profile.
 * @throws UserError, which repeats no credential
 */
export async function connectWithKeyring(
  options: ConnectOptions,
  env: Env,
  connectionEntry: ConnectionEntry | undefined,
  openKeyring: OpenKeyring,
) {
  return openChoice(options, env, await chooseProfile(options, env, connectionEntry, openKeyring));
}

/** Opens a client with the credentials of one profile, before or after it is stored. @throws UserError, which repeats no credential */
export function connectProfile(
  options: ConnectOptions,
  env: Env,
  connectionEntry: ConnectionEntry | undefined,
  profile: Profile,
) {
  return openChoice(options, env, { ...chooseConnection(options, env, connectionEntry, profile), profile });
}

type Choice = ConnectionChoice & Partial<ProfileChoice>;

/** A client of a connection, and what it was opened with. */
export type OpenedChoice = ReturnType<typeof openChoice>;

/** Opens a client of the connection that was chosen. @throws UserError, which repeats no credential */
export function openChoice(options: ConnectOptions, env: Env, choice: Choice) {
  const { value: baseUrl, source: address } = choice.baseUrl;
  if (baseUrl === "")
    throw new UserError(
      joinSentences(
        `Name the service: --base-url https://..., or the variable ${choice.variables.value.baseUrl}.`,
        choice.advice,
      ),
    );
  const problem = valueProblem(baseUrl);
  if (problem !== undefined) throw new UserError(`The address of the service, ${address}, ${problem}.`);
  const { value: headerPrefix, source: prefixSource } = choice.headerPrefix;
  if (headerPrefix !== undefined && !isHeaderPrefix(headerPrefix))
    throw new UserError(
      `The service's name in its request headers, ${prefixSource}, must be 1 to 64 letters, digits and hyphens: Vendor for X-Vendor-Api-...`,
    );
  const { userAgent } = options;
  const fetch = nodeFetch(env, readTlsSettings(env));
  const { credentials, source } = credentialsOf(choice, env);
  try {
    const client = createServiceClient({
      baseUrl,
      auth: authOf(credentials, { fetch, userAgent }),
      fetch,
      userAgent,
      headerPrefix,
      ...(options.rateShare !== undefined && {
        pacer: createPacer({ share: options.rateShare, isRestart: options.isRestart ?? false }),
      }),
    });
    /** The names of the options and variables of the connection, for messages. */
    const settings: ConnectionSettings = { address, credentials: source };
    return {
      client,
      origin: new URL(baseUrl).origin,
      settings,
      connection: choice.connection,
      credentials,
      profile: choice.profile,
    };
  } catch (error) {
    if (error instanceof TypeError)
      throw new UserError(`The connection: ${error.message}. Check ${address}, and ${source}.`);
    throw error;
  }
}

interface SourcedCredentials {
  readonly credentials: ServiceCredentials;
  /** The name of their source for the user. */
  readonly source: string;
}

/** The credentials of the connection that was chosen. @throws UserError where there are none, or they may not go to its address */
export function credentialsOf(choice: Choice, env: Env): SourcedCredentials {
  const { profile, variables, advice } = choice;
  if (profile !== undefined) return { credentials: profile.credentials, source: `the profile ${profile.name}` };
  requireProof(choice, env);
  return readCredentials(env, variables.value, advice);
}

/** The credentials in the environment. */
function readCredentials(env: Env, variables: ConnectionVariables, advice?: string): SourcedCredentials {
  requireUsable(env, variables);
  const [username, password] = [env[variables.username], env[variables.apiKey]];
  const [token, oauth] = [env[variables.token], env[variables.oauthConfig]];
  const kinds = [username || password, token, oauth].filter(Boolean);
  if (kinds.length === 1) {
    if (username && password) {
      const source = `the variables ${variables.username} and ${variables.apiKey}`;
      return { credentials: { kind: "basic", username, password }, source };
    }
    if (token) return { credentials: { kind: "token", token }, source: `the variable ${variables.token}` };
    if (oauth) {
      const { configuration, source } = readConfiguration(oauth, variables.oauthConfig);
      return { credentials: { kind: "oauth", configuration }, source };
    }
  }
  const ways = [
    `${variables.username} and ${variables.apiKey}`,
    variables.token,
    `${variables.oauthConfig} (the service's OAuth configuration: the path of its file, or its JSON)`,
  ];
  const problem = kinds.length > 1 ? "Credentials of several kinds are given" : "Credentials are missing";
  throw new UserError(joinSentences(`${problem}: set either ${ways.join(", or ")}.`, advice));
}

/** @throws UserError that names each variable whose value is no credential */
function requireUsable(env: Env, { username, apiKey, token, oauthConfig }: ConnectionVariables): void {
  const problems = [username, apiKey, token, oauthConfig].flatMap((name) => {
    const value = env[name];
    if (!value) return [];
    // White space is part of no key, and JSON may have it around it.
    const problem = name === oauthConfig ? valueProblem(value) : secretProblem(value);
    return problem === undefined ? [] : `The variable ${name} ${problem}.`;
  });
  if (problems.length > 0) throw new UserError(problems);
}

function joinSentences(first: string, second = ""): string {
  return second === "" ? first : `${first} ${second}`;
}

/**
 * The OAuth configuration, and the name of its source for the user.
 * @param value the path of its file, or its JSON, as a secret of a CI system often has it
 * @param name the name of its variable
 */
function readConfiguration(value: string, name: string) {
  if (/^\s*[{[]/.test(value)) return { configuration: value, source: `the JSON in the variable ${name}` };
  const read = readNamedFile(value);
  if ("text" in read) return { configuration: read.text, source: `the file of ${name}` };
  // The value is not repeated: it may be a secret instead of a path.
  throw new UserError(
    `The file that the variable ${name} names cannot be read: ${read.reason}. Set the variable to the path of the service's OAuth configuration, or to its JSON.`,
  );
}
