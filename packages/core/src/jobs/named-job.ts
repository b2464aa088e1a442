import type { Answer, AnswerMeta } from "../service/answer.ts";
import { MalformedAnswerError, type ServiceErrorDetails } from "../service/errors.ts";

/** Longer, and an address with it is refused by servers and proxies. Encoded characters. */
const LONGEST_SEGMENT = 2000;

/** Whether an id can stand in an address as one segment of its path. */
export function isSegment(id: string): boolean {
  if (id === "" || id === "." || id === ".." || id.length > LONGEST_SEGMENT || !id.isWellFormed()) return false;
  return encodeURIComponent(id).length <= LONGEST_SEGMENT;
}

/** The id in an address such as `/analytics/engines/fi/v3/calculations/ID/status`, whatever its host; `undefined` where it names no job. */
export function idInLocation(location: string | undefined): string | undefined {
  const path = location?.split(/[?#]/, 1)[0] ?? "";
  const segment = /^.*\/(?:calculations|optimizations)\/([^/]*)/is.exec(path)?.[1];
  if (segment === undefined) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Ids that differ in letter case alone are the same: services spell them their own way. */
export function isSameId(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

/** What an answer says of the job it is about: in its headers, and in the places of its document that are handed in. */
type Named = Pick<Answer, "status"> & { readonly meta: AnswerMeta };

/**
 * Refuses an answer that names another job: it was another request's, and nothing of it counts. An answer that names none is taken.
 * The error repeats nothing of the answer.
 * @throws MalformedAnswerError
 */
export function checkNamesJob(
  jobId: string,
  { status, meta }: Named,
  ...inBody: readonly (string | null | undefined)[]
) {
  const named = [...inBody, meta.calculationId, idInLocation(meta.location)];
  if (named.every((id) => id === undefined || id === null || isSameId(id, jobId))) return;
  const message = `an answer about job ${jobId} names another job, so it is another request's`;
  throw new MalformedAnswerError(message, aboutAnswer({ status, meta }));
}

/** What an error says of the answer that it is about. */
export function aboutAnswer({ status, meta }: Named): ServiceErrorDetails {
  const { requestKey, apiRequestKey } = meta;
  return { status, requestKey, apiRequestKey };
}
