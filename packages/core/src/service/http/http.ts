import type { KyInstance, Options } from "ky";
import type { AnswerMeta } from "../answer.ts";
import { type ServiceError, type ServiceErrorDetails, UnexpectedStatusError } from "../errors/errors.ts";
import { MAX_REDIRECTS } from "../policy.ts";
import { VERSION } from "../version.ts";
import { resolveLocation } from "./address.ts";

/** A fetch, as `globalThis.fetch`. It gets everything in a `Request`. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Sends one request, once, and resolves with the head of its answer, whatever the status.
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
    const { signal = null, ...kyOptions } = options;
    const init = { signal };
    return instance(target, {
      ...kyOptions,
      // The signal goes to the fetch alone: ky would join it with one of its own, which takes 7 % of the time of a status read.
      // The global fetch is looked up for each request, because programs and tests may replace it.
      fetch: (request) => (fetch ? fetch(new Request(request, init)) : globalThis.fetch(request, init)),
    });
  };
}

/** Whether this is Node. Not by `navigator`, which is undefined in the extension host of VS Code, which is Node. */
const isNode = "process" in globalThis && typeof process.versions?.node === "string";

/**
 * The user agent of every request: the program, this library, and the major version of Node, as
 * `analytics-engines-cli/0.1.0 analytics-engines/0.1.0 node/24`.
 * @param program name and version of the program that uses the library
 * @throws TypeError for a program that no header can hold
 */
export function userAgentOf(program: string | undefined): string {
  if (program !== undefined && !/^[\x21-\x7e][\x20-\x7e]*$/.test(program))
    throw new TypeError("userAgent must be printable ASCII");
  const node = isNode ? [`node/${process.versions.node.split(".", 1)[0]}`] : [];
  return [...(program === undefined ? [] : [program]), `analytics-engines/${VERSION}`, ...node].join(" ");
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

/** The head of an answer. */
export interface Head {
  readonly response: Response;
  readonly meta: AnswerMeta;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export const isRedirect = ({ type, status }: Response) => type === "opaqueredirect" || redirectStatuses.has(status);

/**
 * Follows the redirects of reads, within the connection's own origin. A fetch would follow all of them, with the credentials.
 * @param about the method and the path of the request, and its address
 * @param send sends the request to another address, after an answer with that API request key
 * @throws UnexpectedStatusError with the status of a redirect that is not followed: the service may have acted on the request
 * @throws ForeignAddressError if the redirect of a read leads to another origin
 */
export async function follow(
  redirect: Head,
  { url, ...about }: ServiceErrorDetails & { readonly url: string },
  send: (url: URL, previousKey: string | undefined) => Promise<Head>,
): Promise<Head> {
  let head = redirect;
  let from: string | URL = url;
  for (let hops = 0; isRedirect(head.response); hops++) {
    const { response, meta } = head;
    response.body?.cancel().catch(() => undefined);
    const refuse = (why: string) =>
      new UnexpectedStatusError(`${about.method} ${about.path} answered with a redirect${why}`, {
        ...about,
        status: response.status,
      });
    if (about.method !== "GET") throw refuse(", which only a read may follow");
    const location = response.headers.get("location");
    if (location === null) throw refuse(" that says no address");
    if (meta.location !== location) throw refuse(" to an address that repeats the credentials");
    if (hops === MAX_REDIRECTS) throw refuse(" too often");
    from = resolveLocation(location, from);
    head = await send(from, meta.apiRequestKey);
  }
  return head;
}

/** The error of a redirect that did not lead to a result. The result may be lost, because the service may count the redirect as its one delivery. */
export function behindRedirect(
  { response, meta }: Head,
  about: ServiceErrorDetails,
  error: ServiceError,
): ServiceError {
  const { status } = response;
  const message = `${about.method} ${about.path} answered with a redirect (${status}), and there was no result behind it: ${error.message}`;
  const { requestKey, apiRequestKey } = meta;
  return new UnexpectedStatusError(message, { ...about, status, requestKey, apiRequestKey, cause: error });
}
