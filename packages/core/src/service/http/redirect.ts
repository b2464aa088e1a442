import type { AnswerMeta } from "../answer.ts";
import { type ServiceError, type ServiceErrorDetails, UnexpectedStatusError } from "../errors/errors.ts";
import { MAX_REDIRECTS } from "../policy.ts";
import { resolveLocation } from "./address.ts";

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
