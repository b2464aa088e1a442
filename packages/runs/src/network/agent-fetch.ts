import type { SecureContext } from "node:tls";
import { adaptHandler, decodeBody } from "@analytics-engines/core/client";
import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from "undici";
import type { TlsSettings } from "./tls.ts";

export interface AgentOptions {
  /** Default: each request goes directly. */
  readonly proxy?: URL;
  /** Hosts that need no proxy, with commas. */
  readonly noProxy?: string;
  readonly tls?: TlsSettings | undefined;
}

/** A fetch through a proxy, or with certificates. A dispatcher works only with the fetch of its own package, so both are of undici, and each request is made again for it. */
export function createAgentFetch(options: AgentOptions): typeof fetch {
  const agent = createAgent(options);
  return async (input, init) => {
    const request = new Request(input, init);
    const { headers, method, signal, redirect } = request;
    // A stream of unknown length would be sent in chunks, which some proxies refuse.
    const isStream = request.body === null || headers.has("content-length");
    const body = isStream ? request.body : new Uint8Array(await request.arrayBuffer());
    let contentEncoding: string | undefined;
    const dispatcher = agent.compose((dispatch) => (options, handler) => {
      const adapted = adaptHandler(handler, (value) => {
        contentEncoding = value;
      });
      // Over HTTP/2, no header says how a body ends.
      const overHttp1 = { ...options, allowH2: false };
      return dispatch(overHttp1, adapted);
    });
    const response = await undiciFetch(request.url, {
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

function createAgent({ proxy, noProxy = "", tls }: AgentOptions) {
  const connect = tls && secured(tls.service);
  if (proxy === undefined) return new Agent({ ...(connect && { connect }) });
  // All three are named, because a missing value would be read from the environment of the process.
  const proxies = { httpProxy: proxy.href, httpsProxy: proxy.href, noProxy };
  return new EnvHttpProxyAgent({
    ...proxies,
    ...(tls && { connect: secured(tls.service), requestTls: secured(tls.service), proxyTls: secured(tls.proxy) }),
  });
}

/** Options of undici, whose types do not have what it hands on to Node's TLS. */
const secured = (secureContext: SecureContext): { readonly secureContext: SecureContext } => ({ secureContext });
