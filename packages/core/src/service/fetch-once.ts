import type { KyInstance } from "ky";
import type { Connection } from "./connection.ts";

let loaded: KyInstance | undefined;

/** Loads ky, which brings up all of fetch: not with the package, but when the client is told to warm up, or with the first request. */
async function loadKy(): Promise<KyInstance> {
  loaded ??= (await import("./ky.ts")).ky;
  return loaded;
}

/** What goes on the wire. */
export interface Wire {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Sends one request, once, and resolves with the head of its answer. */
export async function fetchOnce(
  connection: Pick<Connection, "fetch">,
  { method, headers, body }: Wire,
  url: string,
  signal: AbortSignal,
): Promise<Response> {
  const ky = loaded ?? (await loadKy());
  const init: RequestInit = { method, signal, headers: { ...headers }, redirect: "manual" };
  // ky's own retries, limits and errors stay off: they know neither the clock nor what may be repeated, and their errors
  // carry the request with its credentials.
  return ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // The rest not by ky's options: it would make a composite of signals, copy the headers four times, and lead the body through a stream.
    fetch: (input) => connection.fetch(input, body === undefined ? init : withBody(init, headers, body)),
  });
}

// By `process`: VS Code's extension host, which is Node, has a `navigator` that is undefined.
const inNode = "process" in globalThis && typeof process.versions?.node === "string";

/** Node asks for the word; the types of browsers do not know it. */
interface StreamInit extends RequestInit {
  readonly duplex: "half";
}

/**
 * After a 421 a fetch sends a request again by itself if it can read the body twice, and a create that is sent twice computes twice. So
 * Node gets a stream, which can be read once, and is told its length. Browsers send no stream over HTTP/1.1.
 */
function withBody(init: RequestInit, headers: Wire["headers"], body: string): RequestInit | StreamInit {
  if (!inNode) return { ...init, body };
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  return { ...init, body: stream, headers: { ...headers, "content-length": String(bytes.length) }, duplex: "half" };
}
