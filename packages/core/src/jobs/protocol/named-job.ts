import type { Answer, AnswerMeta } from "../../service/answer.ts";
import { MalformedAnswerError, type ServiceErrorDetails } from "../../service/errors/errors.ts";
import { hexOf } from "../../text/bytes.ts";

/** A job's id as the service writes it: 32 hex digits, from the machine's secure random numbers. */
export function secureJobId(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Servers and proxies refuse longer addresses. In encoded characters. */
const MAX_SEGMENT_CHARACTERS = 2000;

/** Whether an id can be one segment of the path of an address. */
export function isSegment(id: string): boolean {
  if (id === "" || id === "." || id === ".." || id.length > MAX_SEGMENT_CHARACTERS || !id.isWellFormed()) return false;
  return encodeURIComponent(id).length <= MAX_SEGMENT_CHARACTERS;
}

/** The id in an address such as `/analytics/engines/fi/v3/calculations/ID/status`, on any host; `undefined` for other addresses. */
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

/** Whether two ids are the same, in any letter case: a service may change it. */
export function isSameId(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

/** The parts of an answer that may name a job. */
type Named = Pick<Answer, "status"> & { readonly meta: AnswerMeta };

/**
 * Rejects an answer that names another job: it belongs to another request. An answer without a name passes.
 * The error repeats nothing of the answer.
 * @param inBody the ids in the document of the answer
 * @throws MalformedAnswerError
 */
export function checkNamesJob(
  jobId: string,
  { status, meta }: Named,
  ...inBody: readonly (string | null | undefined)[]
) {
  const jobIds = [...inBody, meta.calculationId, idInLocation(meta.location)];
  if (jobIds.every((id) => id === undefined || id === null || isSameId(id, jobId))) return;
  const message = `an answer about job ${jobId} names another job, so it is another request's`;
  throw new MalformedAnswerError(message, aboutAnswer({ status, meta }));
}

/** The properties of an error about an answer. */
export function aboutAnswer({ status, meta }: Named): ServiceErrorDetails {
  const { requestKey, apiRequestKey } = meta;
  return { status, requestKey, apiRequestKey };
}
