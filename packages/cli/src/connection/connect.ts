import type { ConnectionEntry } from "@analytics-engines/runs/files";
import {
  type ConnectOptions,
  connectProfile,
  connectWithKeyring,
  type Profile,
  presentVariables,
} from "@analytics-engines/runs/run";
import packageJson from "../../package.json" with { type: "json" };
import { openKeyring } from "./login/keyring.ts";

/** The options of a connection, which says in each request that this command sends it. */
export function withUserAgent(options: ConnectOptions): ConnectOptions {
  return { ...options, userAgent: `analytics-engines-cli/${packageJson.version}` };
}

/**
 * Opens a client of the service that the options and the environment name, or else a profile in the system's keyring.
 * @param connectionEntry the connection of the project file
 * @throws UserError, which repeats no credential
 */
export function connectCommand(options: ConnectOptions, connectionEntry?: ConnectionEntry) {
  return connectWithKeyring(withUserAgent(options), process.env, connectionEntry, openKeyring);
}

/** Opens a client with a profile, and gives the variables of the environment that come before it. */
export function connectWithProfile(
  options: ConnectOptions,
  connectionEntry: ConnectionEntry | undefined,
  profile: Profile,
) {
  const { client } = connectProfile(withUserAgent(options), process.env, connectionEntry, profile);
  return { client, variables: presentVariables(profile.name, process.env) };
}
