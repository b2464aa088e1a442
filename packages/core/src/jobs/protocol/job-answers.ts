import type { Answer, AnswerMeta, ResultBody } from "../../service/answer.ts";
import type { CallOptions, CreateOptions, NoAnswer } from "../../service/client/client-types.ts";
import { MalformedAnswerError, NotFoundError, type ServiceErrorDetails } from "../../service/errors/errors.ts";
import { hexOf } from "../../text/bytes.ts";
import type { JobProtocol, ResultRead } from "./job-protocol.ts";

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
export function isSameId(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
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

// What the adapters of all families share.

/** The unit of a job without units. */
export const ONLY_UNIT = "result";

/** The parts of an adapter that do not depend on the kind of the family. */
export type CommonProtocol = Pick<JobProtocol, "address" | "deliveryMs">;

/**
 * Turns the service's own "not found" into a value. A bare 404 (a proxy's page, no body) stays a temporary error: nobody may
 * create a job again or give up a result because of it.
 */
export async function ifFound<T, U>(call: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError && error.isServiceError) return otherwise;
    throw error;
  }
}

/** The calls of every family whose jobs have an id of the client's choice. */
export interface ClientIdCalls<CreateAnswer = unknown, StatusAnswer = unknown> {
  createOrUpdate(id: string, body: unknown, options?: CreateOptions): Promise<CreateAnswer>;
  status(id: string, options?: CallOptions): Promise<StatusAnswer>;
  parameters(id: string, options?: CallOptions): Promise<unknown>;
  cancel(id: string, options?: CallOptions): NoAnswer;
}

/** `exists` and `cancel` of such a family. */
export function clientIdProtocol(calls: ClientIdCalls): Required<Pick<JobProtocol, "exists" | "cancel">> {
  return {
    exists: (jobId, options) => isFound(calls.parameters(jobId, options)),
    async cancel(jobId, options) {
      return (await isFound(calls.cancel(jobId, options))) ? "canceled" : "gone";
    },
  };
}

/** Whether the service does not answer "not found". */
export function isFound(call: Promise<unknown>): Promise<boolean> {
  return ifFound(
    call.then(() => true),
    false,
  );
}

/** The unread body of an answer. @throws MalformedAnswerError where the answer names another job */
export async function checkedRead(jobId: string, answer: Answer<number, ResultBody>): Promise<ResultRead> {
  try {
    checkNamesJob(jobId, answer);
  } catch (error) {
    await answer.data.stream.cancel().catch(() => {});
    throw error;
  }
  return { body: answer.data, meta: answer.meta };
}

/**
 * Rejects an HTML page, which is never a result: something in the service's place has answered, and the status is read again.
 * @throws MalformedAnswerError
 */
export async function rejectPage(jobId: string, answer: Answer<number, ResultBody>): Promise<void> {
  if (answer.data.contentType !== "text/html") return;
  await answer.data.stream.cancel().catch(() => {});
  throw new MalformedAnswerError(`an answer about job ${jobId} is a page for people (text/html)`, aboutAnswer(answer));
}
