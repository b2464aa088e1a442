import { subscribe } from "node:diagnostics_channel";
import { isLoopback, isObject } from "@analytics-engines/core/basics";
import { adaptHandler, decodeBody, markNotSent, noteProxy } from "@analytics-engines/core/client";
import { type ProxyEnvironment, type ProxySetting, proxySetting, readProxy } from "./proxy.ts";

/**
 * A `fetch` that uses the proxy of the variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, each also in lower case, which has precedence.
 * Without them it is Node's own. Requests to loopback addresses never use a proxy. A request for which a variable has no usable address fails at
 * once, with an error that names the variable and repeats nothing of its value.
 *
 * @param env default: the environment of the process
 */
export function nodeFetch(env: ProxyEnvironment = process.env): typeof fetch {
  watchConnections();
  const [httpProxy, httpsProxy] = [proxySetting(env, "http:"), proxySetting(env, "https:")];
  if (httpProxy === undefined && httpsProxy === undefined) return fetch;
  const noProxy = env["no_proxy"] || env["NO_PROXY"] || "";
  const fetches = new Map<ProxySetting, Promise<typeof fetch>>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const setting = url.protocol === "https:" ? httpsProxy : httpProxy;
    if (setting === undefined || isLoopback(url.hostname)) return fetch(input, init);
    const proxy = readProxy(setting);
    const proxied = fetches.get(setting) ?? proxiedFetch(proxy, noProxy);
    fetches.set(setting, proxied);
    const send = await proxied;
    return send(input, init).catch((error: unknown) => {
      if (error instanceof Error) noteProxy(error, `${proxy.protocol}//${proxy.host}`);
      throw error;
    });
  };
}

let isWatching = false;

/**
 * Marks the errors of connections that could not be made, which Node's fetch reports on a channel. The error itself does not show whether the
 * handshake failed or the connection broke after the request was sent: both can be ECONNRESET or an error of the TLS library.
 */
function watchConnections(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe("undici:client:connectError", (message) => {
    if (isObject(message) && message["error"] instanceof Error) markNotSent(message["error"]);
  });
}

/** A dispatcher works only with the fetch of its own package, so both are of undici, and each request is made again for it. */
async function proxiedFetch({ href }: URL, noProxy: string): Promise<typeof fetch> {
  const undici = await import("./undici.ts");
  // All three are named, because a missing value would be read from the environment of the process.
  const agent = new undici.EnvHttpProxyAgent({ httpProxy: href, httpsProxy: href, noProxy });
  return async (input, init) => {
    const request = new Request(input, init);
    const { headers, method, signal, redirect } = request;
    // A stream of unknown length would be sent in chunks, which some proxies refuse.
    const isStream = request.body === null || headers.has("content-length");
    const body = isStream ? request.body : new Uint8Array(await request.arrayBuffer());
    let contentEncoding: string | undefined;
    const dispatcher = agent.compose((dispatch) => (options, handler) => {
      adaptHandler(handler, (value) => {
        contentEncoding = value;
      });
      // Over HTTP/2, no header says how a body ends.
      const overHttp1 = { ...options, allowH2: false };
      return dispatch(overHttp1, handler);
    });
    const response = await undici.fetch(request.url, {
      method,
      headers: [...headers],
      body,
      signal,
      redirect,
      duplex: "half",
      dispatcher,
    });
    // The caller knows only the classes of Node's own fetch. The streams of undici are those of Node.
    const { status, statusText, body: answer } = response;
    const hasBody = answer instanceof ReadableStream && ![204, 205, 304].includes(status);
    const raw = new Response(hasBody ? answer : null, { status, statusText, headers: [...response.headers] });
    return decodeBody(raw, contentEncoding);
  };
}
