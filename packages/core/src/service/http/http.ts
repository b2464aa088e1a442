import type { KyInstance, Options } from "ky";
import { isNode, nodeZlib } from "./wire/node.ts";
import { RawDispatcher } from "./wire/raw-dispatcher.ts";
import { decodeBody } from "./wire/whole.ts";

/** A fetch, as `globalThis.fetch`. It gets everything in a `Request`. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Sends one request, once, and resolves with the head of its answer, whatever the status. Its body is decoded strictly where that is possible.
 * @param target a path with its query, or the address of a redirect
 */
export type Http = (target: string | URL, options: Options) => Promise<Response>;

/**
 * Creates the HTTP client of a connection. It uses ky, which it loads with the first request, because ky makes Node load the whole of
 * fetch.
 *
 * These features of ky are off: its timeouts, which neither use the clock of the client nor cover the body; its retries, since the method
 * and the status of a request do not say whether it may be sent again; its errors, which contain the credentials and read error bodies of
 * up to 10 MiB; and its hooks on answers, for which ky copies the body of a result that the service gives once.
 */
export function createHttp(prefix: string, userAgent: string, fetch: Fetch | undefined): Http {
  let instance: KyInstance | undefined;
  return async (target, options) => {
    instance ??= (await import("./ky.ts")).ky.create({
      prefix,
      headers: { "user-agent": userAgent },
      redirect: "manual",
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    });
    const dispatcher = nodeZlib() && new RawDispatcher();
    const { signal = null, ...kyOptions } = options;
    const init = { signal };
    const response = await instance(target, {
      ...kyOptions,
      ...(dispatcher && { dispatcher }),
      // The signal goes to the fetch alone: ky would join it with one of its own, which takes 7 % of the time of a status read.
      // The global fetch is looked up for each request, because programs and tests may replace it.
      fetch: (request) => (fetch ? fetch(new Request(request, init)) : globalThis.fetch(request, init)),
    });
    return decodeBody(response, dispatcher?.contentEncoding);
  };
}

/**
 * The body of a request with its headers.
 *
 * After a 421, fetch itself sends a request again if it can read the body twice, and a create that is sent twice computes twice. So on Node
 * the body is a stream, which can be read only once, and its length is in a header. Browsers send no streams over HTTP/1.1.
 */
export function requestBody(text: string | undefined): Pick<RequestInit, "body"> & { headers: Record<string, string> } {
  if (text === undefined) return { headers: {} };
  if (!isNode) return { body: text, headers: {} };
  const bytes = new TextEncoder().encode(text);
  return { body: new Response(bytes).body, headers: { "content-length": String(bytes.length) } };
}
