import { readFileSync } from "node:fs";
import {
  type Auth,
  basicAuth,
  bearerToken,
  type Client,
  createClient,
  oauthCredentials,
} from "@analytics-engines/core";
import { nodeFetch } from "@analytics-engines/core/node";
import { systemReason } from "@analytics-engines/core/node/system-reason";
import { CommandError } from "../exit-code.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface ConnectOptions {
  /** Default: the variable ANALYTICS_BASE_URL. */
  readonly baseUrl?: string;
  readonly headerPrefix?: string;
}

/**
 * A client of the service that the options and the environment name. Credentials come from the environment alone: what stands on a command
 * line is seen by every user of the machine, and kept by the shell. Sends nothing yet. Throws CommandError, which repeats no credential.
 */
export function connect(options: ConnectOptions, env: Env): { client: Client; origin: string } {
  const baseUrl = options.baseUrl ?? env["ANALYTICS_BASE_URL"] ?? "";
  if (baseUrl === "")
    throw new CommandError("Name the service: --base-url https://..., or the variable ANALYTICS_BASE_URL.");
  const fetch = nodeFetch(env);
  try {
    const auth = authenticate(env, fetch);
    const client = createClient({ baseUrl, auth, fetch, headerPrefix: options.headerPrefix });
    return { client, origin: new URL(baseUrl).origin };
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`The connection: ${error.message}.`);
    throw error;
  }
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
