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
    ANALYTICS_OAUTH_CONFIG: oauth,
  } = env;
  const kinds = [username || key, token, oauth].filter(Boolean);
  if (kinds.length === 1) {
    if (username && key) {
      const credentials = { kind: "basic", username, password: key } as const;
      return { credentials, source: "the variables ANALYTICS_USERNAME and ANALYTICS_API_KEY" };
    }
    if (token) return { credentials: { kind: "token", token }, source: "the variable ANALYTICS_TOKEN" };
    if (oauth) {
      const { configuration, source } = readConfiguration(oauth);
      return { credentials: { kind: "oauth", configuration }, source };
    }
  }
  throw new UserError(
    `${kinds.length > 1 ? "Credentials of several kinds are given" : "Credentials are missing"}: set either ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG (the service's OAuth configuration: the path of its file, or its JSON).`,
  );
}

/**
 * The OAuth configuration, and the name of its source for the user.
 * @param value the path of its file, or its JSON, as a secret of a CI system often has it
 */
function readConfiguration(value: string) {
  if (/^\s*[{[]/.test(value))
    return { configuration: value, source: "the JSON in the variable ANALYTICS_OAUTH_CONFIG" };
  try {
    return { configuration: readFileSync(value, "utf8"), source: "the file of ANALYTICS_OAUTH_CONFIG" };
  } catch (error) {
    // The value is not repeated: it may be a secret instead of a path.
    const reason = error instanceof Error && "syscall" in error ? systemReason(error) : "it cannot be opened";
    throw new UserError(
      `The file that the variable ANALYTICS_OAUTH_CONFIG names cannot be read: ${reason}. Set the variable to the path of the service's OAuth configuration, or to its JSON.`,
    );
  }
}
