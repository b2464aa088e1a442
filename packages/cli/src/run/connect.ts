import { readFileSync } from "node:fs";
import {
  type Auth,
  basicAuth,
  bearerToken,
  type Client,
  type ConnectionSettings,
  createClient,
  oauthCredentials,
} from "@analytics-engines/core";
import { nodeFetch } from "@analytics-engines/runs";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { CommandError } from "../exit-code.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface ConnectOptions {
  /** Default: the variable ANALYTICS_BASE_URL. */
  readonly baseUrl?: string;
  readonly headerPrefix?: string;
}

export interface Connected {
  readonly client: Client;
  /** Origin of the service. */
  readonly origin: string;
  /** What the user calls the settings of the connection. */
  readonly settings: ConnectionSettings;
}

/**
 * A client of the service that the options and the environment name. Credentials come from the environment alone: what stands on a command
 * line is seen by every user of the machine, and kept by the shell. Sends nothing yet. Throws CommandError, which repeats no credential.
 */
export function connect(options: ConnectOptions, env: Env): Connected {
  const baseUrl = options.baseUrl ?? env["ANALYTICS_BASE_URL"] ?? "";
  if (baseUrl === "")
    throw new CommandError("Name the service: --base-url https://..., or the variable ANALYTICS_BASE_URL.");
  const fetch = nodeFetch(env);
  try {
    const auth = authenticate(env, fetch);
    const client = createClient({ baseUrl, auth, fetch, headerPrefix: options.headerPrefix });
    return { client, origin: new URL(baseUrl).origin, settings: settingsOf(options, env) };
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`The connection: ${error.message}.`);
    throw error;
  }
}

function settingsOf({ baseUrl }: ConnectOptions, env: Env): ConnectionSettings {
  const kinds = [
    ["ANALYTICS_TOKEN", "the variable ANALYTICS_TOKEN"],
    ["ANALYTICS_OAUTH_CONFIG", "the file of ANALYTICS_OAUTH_CONFIG"],
  ] as const;
  return {
    address: baseUrl === undefined ? "the variable ANALYTICS_BASE_URL" : "the option --base-url",
    credentials: kinds.find(([name]) => env[name])?.[1] ?? "the variables ANALYTICS_USERNAME and ANALYTICS_API_KEY",
  };
}

function authenticate(env: Env, fetch: ReturnType<typeof nodeFetch>): Auth {
  const {
    ANALYTICS_USERNAME: username,
    ANALYTICS_API_KEY: key,
    ANALYTICS_TOKEN: token,
    ANALYTICS_OAUTH_CONFIG: file,
  } = env;
  const kinds = [username || key, token, file].filter(Boolean);
  if (kinds.length !== 1 || Boolean(username) !== Boolean(key)) {
    throw new CommandError(
      `${kinds.length > 1 ? "Credentials of several kinds are given" : "Credentials are missing"}: set either ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG, the path of the service's OAuth configuration.`,
    );
  }
  if (username && key) return basicAuth(username, key);
  return token ? bearerToken(token) : oauthCredentials(readConfig(file ?? ""), { fetch });
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`ANALYTICS_OAUTH_CONFIG: ${file}: ${systemReason(error)}`);
  }
}
