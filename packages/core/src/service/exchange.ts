import type { AnswerMeta, ResultBody } from "./answer.ts";
import { answerKind } from "./answer-kind.ts";
import type { Attempt, Head } from "./attempt.ts";
import { bodyLimit, bodyLimits } from "./body-limits.ts";
import type { Connection } from "./connection.ts";
import { errorFromAnswer } from "./error-answer.ts";
import { DisplacedAnswerError, ServiceError, type ServiceErrorDetails, TimeoutError } from "./errors.ts";
import { fetchOnce } from "./fetch-once.ts";
import { readBeginning, readBytes, readText } from "./read-body.ts";
import { behindRedirect, follow, isRedirect } from "./redirect.ts";
import { RequestDeadline } from "./request-deadline.ts";
import { markNotSent, noteSent, wasNotSent } from "./request-not-sent.ts";
import { resultBody } from "./result-body.ts";
import { unanswered } from "./unanswered.ts";

/** What one attempt came to. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly meta: AnswerMeta;
      readonly body: string | ResultBody;
      /** The bytes of a text, as they came, where they were asked for. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: "refused"; readonly status: number; readonly meta: AnswerMeta; readonly error: ServiceError }
  | { readonly kind: "failed"; readonly left: boolean; readonly error: ServiceError };

/**
 * Sends one request and reads its answer; a result is handed on unread.
 * Rejects with the reason of the caller's signal, or with what cannot be helped by another attempt: a redirect that may not be followed, a
 * body that is too large.
 */
export async function exchange(connection: Connection, attempt: Attempt): Promise<Outcome> {
  const deadline = new RequestDeadline(connection.clock, attempt.seconds, attempt.signal);
  let streaming = false;
  let answered = false;
  try {
    const first = await headOf(connection, attempt, attempt.url, deadline);
    answered = true;
    const { response, meta } = isRedirect(first.response)
      ? await follow(first, attempt, (url, before) => headOf(connection, attempt, url, deadline, before))
      : first;
    const { status } = response;
    attempt.onHead(status, meta);
    const details = { ...about(attempt), status, requestKey: meta.requestKey, apiRequestKey: meta.apiRequestKey };
    const { redact } = connection.secrets;
    const kind = answerKind(attempt.route, status);
    if (kind === undefined) {
      const text = await readErrorText(response, deadline);
      const error = errorFromAnswer({ status, meta, method: attempt.method, path: attempt.path, text, redact });
      // The answer that redirected may have been the one that gave the result away.
      if (first.response === response || attempt.route.retry !== "result")
        return { kind: "refused", status, meta, error };
      return { kind: "refused", status: first.response.status, meta, error: behindRedirect(first, attempt, error) };
    }
    if (kind !== "result") {
      const limit = bodyLimit(kind);
      if (!attempt.keepBytes)
        return { kind: "answer", status, meta, body: await readText(response, limit, deadline, details) };
      const bytes = await readBytes(response, limit, deadline, details);
      return { kind: "answer", status, meta, body: new TextDecoder().decode(bytes), bytes };
    }
    streaming = true;
    const silenceSeconds = connection.attemptTimeoutSeconds;
    return { kind: "answer", status, meta, body: resultBody(response, { deadline, silenceSeconds, details, redact }) };
  } catch (error) {
    return failure(error, connection, attempt, deadline, answered);
  } finally {
    if (!streaming) deadline.end();
  }
}

function about({ method, path }: Attempt): ServiceErrorDetails {
  return { method, path };
}

/**
 * Sends the request to an address.
 * @param before the key of the answer that redirected there, which this one may repeat
 * @throws DisplacedAnswerError where the answer belongs to another request
 */
async function headOf(
  connection: Connection,
  attempt: Attempt,
  url: string,
  deadline: RequestDeadline,
  before?: string,
): Promise<Head> {
  const response = await deadline.within(fetchOnce(connection, attempt, url, deadline.signal));
  const meta = connection.readMeta(response.headers, connection.clock.now());
  const { apiRequestKey: key, ageSeconds } = meta;
  const isRepeated = key !== undefined && key !== before && connection.seenKeys.isRepeated(key);
  // A cache hands out its answers with the keys that they had.
  const isCached = attempt.route.retry === "read" && ageSeconds !== undefined;
  if (!isRepeated || isCached) return { response, meta };
  // A body that is there already does not close its connection when it is dropped, so the next request on it must.
  connection.reuse.isSafe = false;
  // What has not arrived yet is not waited for: the connection is closed.
  response.body?.cancel().catch(() => undefined);
  throw new DisplacedAnswerError(
    `${attempt.method} ${attempt.path} got the answer of another request: its API request key ${key} came before`,
    about(attempt),
  );
}

/** Nobody needs more of an error than its beginning; what is not read closes the connection. */
async function readErrorText(response: Response, deadline: RequestDeadline): Promise<string> {
  const { bytes, end, cause } = await readBeginning(response, bodyLimits.error.bytes, deadline);
  // What arrived of it says enough, unless the caller wants to leave.
  if (end === "broken" && deadline.signal.aborted && !deadline.timedOut) throw cause;
  return new TextDecoder().decode(bytes);
}

function failure(
  error: unknown,
  { secrets }: Connection,
  attempt: Attempt,
  deadline: RequestDeadline,
  answered: boolean,
): Outcome {
  if (deadline.signal.aborted && !deadline.timedOut) throw deadline.signal.reason;
  const { method, path, seconds } = attempt;
  if (deadline.timedOut) {
    const message = `${method} ${path} was not answered within ${seconds} s`;
    return { kind: "failed", left: true, error: new TimeoutError(message, about(attempt)) };
  }
  if (error instanceof DisplacedAnswerError) return { kind: "failed", left: true, error };
  if (error instanceof ServiceError) throw error;
  const left = answered || !wasNotSent(error);
  const failed = unanswered(error, about(attempt), secrets.redact);
  // The cause alone does not say it any more.
  if (left) noteSent(failed);
  else markNotSent(failed);
  return { kind: "failed", left, error: failed };
}
