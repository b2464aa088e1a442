import { baseUrlProblem } from "@analytics-engines/core/basics";
import { nodeFetch } from "../network/fetch.ts";
import { proxyFor } from "../network/proxy.ts";
import { readTlsSettings } from "../network/tls.ts";
import { chooseProfile, type OpenKeyring } from "../project/choose-profile.ts";
import { type ConnectOptions, openChoice } from "../project/connect.ts";
import type { ConnectionEntry } from "../project/connection.ts";
import type { CheckedConnection } from "./check.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The connection that the options and the environment name, or else a profile, for `diagnoseConnection`.
 * @param named the connection of a project file, which applies only to the address that the user names
 * @throws UserError for an address or a certificate that cannot be used; missing credentials are for the checks
 */
export async function connectionToCheck(
  options: ConnectOptions,
  env: Env,
  connectionEntry: ConnectionEntry | undefined,
  openKeyring: OpenKeyring,
): Promise<Omit<CheckedConnection, "folder">> {
  const choice = await chooseProfile(options, env, connectionEntry, openKeyring);
  const { value: baseUrl, source: address } = choice.baseUrl;
  // Its source is known once the client is open.
  const settings = { address, credentials: "the credentials" };
  const openClient = () => {
    const opened = openChoice(options, env, choice);
    settings.credentials = opened.settings.credentials;
    return opened.client;
  };
  // Says what is missing or wrong.
  if (baseUrlProblem(baseUrl) !== undefined) openClient();
  const tls = readTlsSettings(env, options.caFile);
  return {
    baseUrl,
    settings,
    proxy: proxyFor(new URL(baseUrl), env),
    tls,
    fetch: nodeFetch(env, tls),
    userAgent: options.userAgent,
    openClient,
  };
}
