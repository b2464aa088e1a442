type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A `fetch` that goes through the proxy that the usual variables name: `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, each also in
 * lower case, which wins. Without them it is Node's own, and nothing is loaded. Loopback addresses never go through a proxy.
 *
 * @param env default: the process's environment
 */
export function nodeFetch(env: Environment = process.env): typeof fetch {
  const read = (name: string) => env[name] || env[name.toUpperCase()] || undefined;
  const httpProxy = read("http_proxy");
  const httpsProxy = read("https_proxy");
  if (httpProxy === undefined && httpsProxy === undefined) return fetch;
  let proxied: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const needsProxy = url.protocol === "https:" ? (httpsProxy ?? httpProxy) : httpProxy;
    if (needsProxy === undefined || isLoopback(url.hostname)) return fetch(input, init);
    proxied ??= proxiedFetch({ httpProxy, httpsProxy, noProxy: read("no_proxy") });
    return (await proxied)(input, init);
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

interface Proxies {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: string | undefined;
}

/** A dispatcher works with the fetch of its own package alone, so both come from undici, and requests are made anew for it. */
async function proxiedFetch({ httpProxy, httpsProxy, noProxy }: Proxies): Promise<typeof fetch> {
  const undici = await import("./undici.ts");
  const dispatcher = new undici.EnvHttpProxyAgent({
    // An empty text stands for "none"; what is left out is read from the environment of the process.
    httpProxy: httpProxy ?? "",
    httpsProxy: httpsProxy ?? "",
    noProxy: noProxy ?? "",
  });
  return async (input, init) => {
    const request = new Request(input, init);
    const { body, headers, method, signal, redirect } = request;
    const response = await undici.fetch(request.url, {
      method,
      headers: [...headers],
      body,
      signal,
      redirect,
      duplex: "half",
      dispatcher,
    });
    // The caller knows the classes of Node's own fetch alone.
    const { status, statusText } = response;
    const hasBody = response.body !== null && ![204, 205, 304].includes(status);
    return new Response(hasBody ? relay(response.body) : null, { status, statusText, headers: [...response.headers] });
  };
}

/** The bytes of a stream of Node's as a stream of the web's, read as they are asked for. */
function relay(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
