import { type Duplex, pipeline, type Readable } from "node:stream";
import type { SecureContext } from "node:tls";
import * as zlib from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors, request, Socks5ProxyAgent } from "undici";

/** What the connections of a program trust, and with what it proves who it is. */
export interface TlsSettings {
  /** For the service and its token service: the authorities, and the client certificate. */
  readonly service: SecureContext;
  /** For a proxy: the authorities alone. */
  readonly proxy: SecureContext;
}

export interface AgentOptions {
  /** Default: each request goes directly. */
  readonly proxy?: URL;
  /** Hosts that need no proxy, with commas. */
  readonly noProxy?: string;
  readonly tls?: TlsSettings | undefined;
}

/** A fetch directly, through a proxy, or with certificates. */
export function createAgentFetch(options: AgentOptions): typeof fetch {
  return fetchThrough(createAgent(options));
}

/** The number of redirects that a fetch follows, where its caller lets it. */
const MAX_REDIRECTIONS = 20;

/**
 * A fetch that sends through a dispatcher, and decodes bodies strictly. The fetch of Node and of undici decode leniently: they take a compressed
 * body that was cut for a whole one.
 */
export function fetchThrough(dispatcher: Dispatcher): typeof fetch {
  const following = dispatcher.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));
  return async (input, init) => {
    const { url, method, headers, signal, redirect, ...sent } = await readRequest(new Request(input, init));
    try {
      const answer = await request(url, {
        method,
        headers,
        signal,
        ...sent,
        highWaterMark: HELD_BYTES,
        dispatcher: redirect === "follow" ? following : dispatcher,
      });
      return responseOf(answer, url);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      // As a fetch says it.
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

async function readRequest(request: Request) {
  const { url, method, signal, redirect } = request;
  const headers = { "accept-encoding": "gzip, br", ...Object.fromEntries(request.headers) };
  // A stream of unknown length would be sent in chunks, which some proxies refuse.
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  return { url, method, headers, signal, redirect, ...(body !== undefined && { body }) };
}

/**
 * As much of a body may wait for its reader. The parser of undici loses the end of a body if it has to wait for the reader while the service
 * closes the connection without having announced that. A body that is smaller never makes it wait.
 */
const HELD_BYTES = 8 * 1024 * 1024;

const decoderOptions = { chunkSize: 64 * 1024 };

const gunzip = () => zlib.createGunzip(decoderOptions);

/** Each decoder fails if the end of the compressed data is missing. The first versions of Node 22 have none for zstd. */
const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: () => zlib.createInflate(decoderOptions),
  br: () => zlib.createBrotliDecompress(decoderOptions),
  ...(typeof zlib.createZstdDecompress === "function" && { zstd: () => zlib.createZstdDecompress(decoderOptions) }),
};

/** @param url the address of the request, which callers such as a client of pages read from the response */
function responseOf(answer: Dispatcher.ResponseData, url: string): Response {
  const { statusCode: status, body } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headers)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  const hasBody = ![204, 205, 304].includes(status);
  if (!hasBody) body.resume();
  const response = new Response(hasBody ? webStream(decoded(body, headers)) : null, { status, headers });
  return Object.defineProperty(response, "url", { value: url });
}

/** A body without its coding, where it can be decoded. The headers then say what its end proves. */
function decoded(body: Readable, headers: Headers): Readable {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  const open = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  // Servers name a coding for empty answers, too.
  if (open === undefined || headers.get("content-length") === "0") return body;
  headers.delete("content-encoding");
  // The length was that of the compressed bytes. Like the last chunk, the end of the compressed data proves that the body is whole.
  headers.delete("content-length");
  headers.set("transfer-encoding", "chunked");
  // An error reaches the reader of the decoded stream.
  return pipeline(body, open(), () => undefined);
}

/** A stream as a `Response` takes it, which reads what its reader asks for. */
function webStream(body: Readable): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  // The iterator reports an error to the reader, once there is one.
  body.on("error", () => undefined);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function createAgent({ proxy, noProxy = "", tls }: AgentOptions): Dispatcher {
  // Over HTTP/2, no header says how a body ends. The client has time limits of its own, which know what a paused process is.
  const options = { allowH2: false, headersTimeout: 0, bodyTimeout: 0, ...(tls && { connect: secured(tls.service) }) };
  if (proxy === undefined) return new Agent(options);
  if (proxy.protocol.startsWith("socks")) noteSocks(proxy);
  // All three are named, because a missing value would be read from the environment of the process.
  const proxies = { httpProxy: proxy.href, httpsProxy: proxy.href, noProxy };
  return new EnvHttpProxyAgent({
    ...options,
    ...proxies,
    ...(tls && { requestTls: secured(tls.service), proxyTls: secured(tls.proxy) }),
  });
}

/**
 * undici warns with its first agent for SOCKS that this may change in another version. The lockfile pins the version, so users of a program of ours could do
 * nothing about it: the first agent is one that sends nothing, and its warning is not shown.
 */
function noteSocks(proxy: URL): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    void new Socks5ProxyAgent(proxy.href).close();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Options of undici, whose types do not have what it hands on to Node's TLS. */
const secured = (secureContext: SecureContext): { readonly secureContext: SecureContext } => ({ secureContext });
