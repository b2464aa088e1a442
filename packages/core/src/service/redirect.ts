import type { Attempt, Head } from "./attempt.ts";
import { type ServiceError, UnexpectedStatusError } from "./errors.ts";
import { resolveLocation } from "./location.ts";

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

export const isRedirect = ({ type, status }: Response) => type === "opaqueredirect" || redirects.has(status);

/**
 * Redirects are followed by hand: of reads only, and never to another origin.
 * @param send sends the request to another address, after an answer with that API request key
 * @throws UnexpectedStatusError with the redirect's status where it is not followed: then the service may have acted on the request
 * @throws ForeignAddressError where a read is to go to another origin
 */
export async function follow(
  redirect: Head,
  { method, path, url }: Attempt,
  send: (url: string, before: string | undefined) => Promise<Head>,
): Promise<Head> {
  let head = redirect;
  let from = url;
  for (let hops = 0; isRedirect(head.response); hops++) {
    const { response, meta } = head;
    response.body?.cancel().catch(() => undefined);
    const refuse = (why: string) =>
      new UnexpectedStatusError(`${method} ${path} answered with a redirect${why}`, {
        method,
        path,
        status: response.status,
      });
    if (method !== "GET") throw refuse(", which only a read may follow");
    const location = response.headers.get("location");
    if (location === null) throw refuse(" that says no address");
    if (meta.location !== location) throw refuse(" to an address that repeats the credentials");
    if (hops === maxRedirects) throw refuse(" too often");
    from = resolveLocation(location, from).href;
    head = await send(from, meta.apiRequestKey);
  }
  return head;
}

/** The error of a result that a redirect was to lead to, and did not: whether the redirect gave it away, nobody can say. */
export function behindRedirect({ response, meta }: Head, { method, path }: Attempt, error: ServiceError): ServiceError {
  const message = `${method} ${path} answered with a redirect (${response.status}), and there was no result behind it: ${error.message}`;
  const { requestKey, apiRequestKey } = meta;
  return new UnexpectedStatusError(message, {
    method,
    path,
    status: response.status,
    requestKey,
    apiRequestKey,
    cause: error,
  });
}
