import { subscribe } from "node:diagnostics_channel";
import { isLoopback, isObject } from "@analytics-engines/core/basics";
import { markNotSent, noteProxy } from "@analytics-engines/core/client";
import type { AgentOptions } from "./agent-fetch.ts";
import { noProxyHosts, type ProxyEnvironment, type ProxySetting, proxySetting, readProxy } from "./proxy.ts";
import type { TlsSettings } from "./tls.ts";

/**
 * A `fetch` that uses the proxy of the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, each also in lower case, which has precedence.
 * Requests to loopback addresses never use a proxy. A request for which a variable has no usable address fails at
 * once, with an error that names the variable and repeats nothing of its value.
 *
 * @param env default: the environment of the process
 * @param tls for a fetch that sends to the service alone, because its client certificate is for no other server
 */
export function nodeFetch(env: ProxyEnvironment = process.env, tls?: TlsSettings): typeof fetch {
  watchConnections();
  const [httpProxy, httpsProxy] = [proxySetting(env, "http:"), proxySetting(env, "https:")];
  const direct = agentFetch({ tls });
  if (httpProxy === undefined && httpsProxy === undefined) return direct;
  const noProxy = noProxyHosts(env);
  const fetches = new Map<ProxySetting, typeof fetch>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const setting = url.protocol === "https:" ? httpsProxy : httpProxy;
    if (setting === undefined || isLoopback(url.hostname)) return direct(input, init);
    const proxy = readProxy(setting);
    const send = fetches.get(setting) ?? agentFetch({ proxy, noProxy, tls });
    fetches.set(setting, send);
    return send(input, init).catch((error: unknown) => {
      if (error instanceof Error) noteProxy(error, `${proxy.protocol}//${proxy.host}`);
      throw error;
    });
  };
}

let isWatching = false;

/**
 * Marks the errors of connections that could not be made, which undici reports on a channel. The error itself does not show whether the
 * handshake failed or the connection broke after the request was sent: both can be ECONNRESET or an error of the TLS library.
 */
function watchConnections(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe("undici:client:connectError", (message) => {
    if (isObject(message) && message["error"] instanceof Error) markNotSent(message["error"]);
  });
}

/** A fetch through an agent of undici, which is loaded with the first request. */
function agentFetch(options: AgentOptions): typeof fetch {
  let loading: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    loading ??= import("./agent-fetch.ts").then(({ createAgentFetch }) => createAgentFetch(options));
    return (await loading)(input, init);
  };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the certificates that the environment names, as `readTlsSettings` does. Where it names none, what reads them is not loaded. */
export async function loadTlsSettings(env: Env): Promise<TlsSettings | undefined> {
  const { ANALYTICS_CA_FILE: caFile, ANALYTICS_CLIENT_CERT: cert, ANALYTICS_CLIENT_KEY: key } = env;
  if (!(caFile || cert || key)) return undefined;
  const { readTlsSettings } = await import("./tls.ts");
  return readTlsSettings(env);
}
