import { readFileSync } from "node:fs";
import { type ConnectionSettings, createClient } from "@analytics-engines/core";
import { authOf, nodeFetch, type ServiceCredentials } from "@analytics-engines/runs/network";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { UserError } from "@analytics-engines/runs/user-error";

type Env = Readonly<Record<string, string | undefined>>;

export interface ConnectOptions {
  /** Default: the variable ANALYTICS_BASE_URL. */
  readonly baseUrl?: string;
  readonly headerPrefix?: string;
}

/**
 * Opens a client of the service that the options and the environment name. Credentials come only from the environment, because every user
 * of the machine can see a command line, and the shell keeps it. Sends nothing yet.
 *
 * @throws UserError, which repeats no credential
 */
export function connectFromEnvironment(options: ConnectOptions, env: Env) {
  const baseUrl = options.baseUrl ?? env["ANALYTICS_BASE_URL"] ?? "";
  if (baseUrl === "")
    throw new UserError("Name the service: --base-url https://..., or the variable ANALYTICS_BASE_URL.");
  const fetch = nodeFetch(env);
  const { credentials, source } = readCredentials(env);
  const address = options.baseUrl === undefined ? "the variable ANALYTICS_BASE_URL" : "the option --base-url";
  try {
    const client = createClient({
      baseUrl,
      auth: authOf(credentials, { fetch }),
      fetch,
      headerPrefix: options.headerPrefix,
    });
    /** The names of the options and variables of the connection, for messages. */
    const settings: ConnectionSettings = { address, credentials: source };
    return { client, origin: new URL(baseUrl).origin, settings };
  } catch (error) {
    if (error instanceof TypeError)
      throw new UserError(`The connection: ${error.message}. Check ${address}, and ${source}.`);
    throw error;
  }
}

/** The credentials in the environment, and the name of their source for the user. */
function readCredentials(env: Env): { readonly credentials: ServiceCredentials; readonly source: string } {
  const {
    ANALYTICS_USERNAME: username,
    ANALYTICS_API_KEY: key,
    ANALYTICS_TOKEN: token,
    ANALYTICS_OAUTH_CONFIG: file,
  } = env;
  const kinds = [username || key, token, file].filter(Boolean);
  if (kinds.length === 1) {
    if (username && key) {
      const credentials = { kind: "basic", username, password: key } as const;
      return { credentials, source: "the variables ANALYTICS_USERNAME and ANALYTICS_API_KEY" };
    }
    if (token) return { credentials: { kind: "token", token }, source: "the variable ANALYTICS_TOKEN" };
    if (file)
      return {
        credentials: { kind: "oauth", configuration: readConfiguration(file) },
        source: "the file of ANALYTICS_OAUTH_CONFIG",
      };
  }
  throw new UserError(
    `${kinds.length > 1 ? "Credentials of several kinds are given" : "Credentials are missing"}: set either ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG, the path of the service's OAuth configuration.`,
  );
}

function readConfiguration(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(
      `ANALYTICS_OAUTH_CONFIG: ${file}: ${systemReason(error)}. Name the file with the service's OAuth configuration.`,
    );
  }
}
