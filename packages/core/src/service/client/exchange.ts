import { errorType } from "../../telemetry/telemetry.ts";
import type { AnswerMeta, ResultBody } from "../answer.ts";
import { answerKind, type Route } from "../endpoints/route.ts";
import { markNotSent, markSent, noAnswerError, wasNotSent } from "../errors/connection-fault.ts";
import { errorFromAnswer } from "../errors/error-answer.ts";
import {
  ConnectionError,
  DisplacedAnswerError,
  RateLimitError,
  ServerError,
  ServiceError,
  type ServiceErrorDetails,
  TimeoutError,
} from "../errors/errors.ts";
import { readMeta } from "../http/headers.ts";
import { behindRedirect, follow, type Head, isRedirect, requestBody } from "../http/http.ts";
import { bodyLimit, bodyLimits, readBeginning, readBytes } from "../http/read-body.ts";
import { RequestDeadline } from "../http/request-deadline.ts";
import { resultBody } from "../http/result-body.ts";
import type { Connection } from "./connection.ts";

/**
 * Makes one attempt to send a request, and reports it by OpenTelemetry's conventions for HTTP. The address has names of accounts and of
 * documents, so the template of its path is reported instead. Throws as `exchange`.
 * @param count counts the attempts, from 1
 */
export function reportExchange(connection: Connection, attempt: Attempt, count: number): Promise<AttemptOutcome> {
  const { telemetry, server } = connection;
  const { method, path } = attempt.route;
  const route = { "http.request.method": method, "url.template": path };
  const resends = count > 1 ? { "http.request.resend_count": count - 1 } : {};
  return telemetry.request(`${method} ${path}`, { ...route, ...server, ...resends }, async (step) => {
    const outcome = await exchange(connection, attempt);
    if (outcome.kind !== "failed") {
      const size = outcome.kind === "answer" && outcome.body instanceof Uint8Array ? outcome.body.length : undefined;
      step.add({
        "http.response.status_code": outcome.status,
        "http.response.body.size": size,
        ...keysOf(outcome.meta),
      });
    }
    if (outcome.kind !== "answer") step.fail(errorType(outcome.error));
    return outcome;
  });
}

/** The keys of an answer, to quote to support. */
function keysOf({ requestKey, apiRequestKey }: AnswerMeta) {
  return { "analytics_engines.request.key": requestKey, "analytics_engines.api_request.key": apiRequestKey };
}

/** One attempt to send a request. */
export interface Attempt {
  readonly route: Route;
  /** The path with its query, relative to the base URL. */
  readonly target: string;
  /** The path alone, for errors. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The time limit for the whole answer, or for the head of a result, when the request is sent. */
  readonly seconds: () => number;
  /** Called when the head of an answer has arrived. */
  readonly onHead: (status: number, meta: AnswerMeta) => void;
}

/** The outcome of one attempt. */
export type AttemptOutcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly meta: AnswerMeta;
      /** The whole body, or a result that is not read yet. */
      readonly body: Uint8Array | ResultBody;
    }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly meta: AnswerMeta;
      /** The `Authorization` header of the request. */
      readonly authorization: string;
      readonly error: ServiceError;
    }
  | { readonly kind: "failed"; readonly wasSent: boolean; readonly error: ServiceError };

/**
 * Sends one request and reads its answer, except for the body of a result. Rejects with the reason of the caller's signal, and with errors
 * that another attempt would get again, such as a redirect that the client does not follow or a body that is too large.
 */
export async function exchange(connection: Connection, attempt: Attempt): Promise<AttemptOutcome> {
  const { route, path } = attempt;
  const { redact } = connection.secrets;
  const about: ServiceErrorDetails = { method: route.method, path };
  const deadline = new RequestDeadline(connection.clock, attempt.signal);
  let authorization: string | undefined;
  let isAnswered = false;
  let isStreaming = false;

  async function authorize({ request }: { readonly request: Request }): Promise<void> {
    authorization ??= await firstAuthorization();
    request.headers.set("authorization", authorization);
  }

  /** A token has a time limit of its own: the time of the request starts after it. */
  async function firstAuthorization(): Promise<string> {
    try {
      const header = await connection.auth.authorization(attempt.signal);
      connection.secrets.add(header);
      deadline.allow(attempt.seconds());
      return header;
    } catch (error) {
      if (error instanceof ServiceError) markNotSent(error);
      throw error;
    }
  }

  /**
   * Sends the request to an address.
   * @param previousKey the API request key of the answer that redirected there, which this answer may repeat
   * @throws DisplacedAnswerError if the answer belongs to another request
   */
  async function headOf(target: string | URL, previousKey?: string): Promise<Head> {
    const { body, headers } = requestBody(attempt.body);
    const answer = connection.http(target, {
      method: route.method,
      headers: { ...attempt.headers, ...headers, ...(!connection.reuse.isSafe && { connection: "close" }) },
      signal: deadline.signal,
      hooks: { beforeRequest: [authorize] },
      ...(body !== undefined && { body }),
    });
    const response = await deadline.within(answer);
    const meta = readMeta(response.headers, connection.clock.now(), connection.secrets);
    const { apiRequestKey: key, ageSeconds } = meta;
    const isKnown = key === undefined || key === previousKey;
    const use = isKnown ? "first" : connection.seenKeys.record(key, `${route.method} ${target}`);
    // Canceling a body that has arrived does not close its connection, so the next request must close it.
    if (use !== "first") connection.reuse.isSafe = false;
    const isSuccess = response.status >= 200 && response.status < 300;
    // A cache sends its answers with their original keys.
    const isCached = route.retry === "read" && ageSeconds !== undefined;
    // An error keeps its status and its text: they say more than its key does.
    if (use !== "conflict" || !isSuccess || isCached) return { response, meta };
    // Canceling a body that has not arrived closes its connection.
    response.body?.cancel().catch(() => undefined);
    const message = `${route.method} ${path} got the answer of another request: its API request key ${key} came before`;
    throw new DisplacedAnswerError(message, about);
  }

  try {
    const first = await headOf(attempt.target);
    isAnswered = true;
    const url = connection.base + attempt.target;
    const { response, meta } = isRedirect(first.response) ? await follow(first, { ...about, url }, headOf) : first;
    const { status } = response;
    attempt.onHead(status, meta);
    const details = { ...about, status, requestKey: meta.requestKey, apiRequestKey: meta.apiRequestKey };
    const kind = answerKind(route, status);
    if (kind === undefined) {
      const text = await readErrorText(response, deadline);
      const error = errorFromAnswer({ status, meta, method: route.method, path, text, redact });
      const refusal = { kind: "refused", meta, authorization: authorization ?? "" } as const;
      // The service may count the redirect as the one answer with the result.
      const resultMayBeConsumed = first.response !== response && route.retry === "result";
      if (!resultMayBeConsumed) return { ...refusal, status, error };
      return { ...refusal, status: first.response.status, error: behindRedirect(first, about, error) };
    }
    if (kind !== "result") {
      const body = await readBytes(response, bodyLimit(kind), deadline, details);
      return { kind: "answer", status, meta, body };
    }
    isStreaming = true;
    const silenceSeconds = connection.attemptTimeoutSeconds;
    return { kind: "answer", status, meta, body: resultBody(response, { deadline, silenceSeconds, details, redact }) };
  } catch (error) {
    if (deadline.signal.aborted && !deadline.timedOut) throw deadline.signal.reason;
    if (deadline.timedOut) {
      const message = `${route.method} ${path} was not answered within ${deadline.seconds} s`;
      return { kind: "failed", wasSent: true, error: new TimeoutError(message, about) };
    }
    if (error instanceof DisplacedAnswerError) return { kind: "failed", wasSent: true, error };
    if (authorization === undefined && isTokenOutage(error)) return { kind: "failed", wasSent: false, error };
    // Without an authorization, the error comes from the caller's own token provider or option.
    if (authorization === undefined || error instanceof ServiceError) throw error;
    const wasSent = isAnswered || !wasNotSent(error);
    const failed = noAnswerError(error, about, redact);
    // The causes of the new error no longer say whether the request was sent.
    if (wasSent) markSent(failed);
    else markNotSent(failed);
    return { kind: "failed", wasSent, error: failed };
  } finally {
    if (!isStreaming) deadline.end();
  }
}

/** Whether the token service failed in a way that may soon pass. */
function isTokenOutage(error: unknown): error is ServiceError {
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof ServerError ||
    error instanceof RateLimitError
  );
}

/** The beginning of an error's body. The connection is closed when reading stops before the end. */
async function readErrorText(response: Response, deadline: RequestDeadline): Promise<string> {
  const { bytes, end, cause } = await readBeginning(response, bodyLimits.error.bytes, deadline);
  // The part that arrived is enough, unless the caller aborts.
  if (end === "broken" && deadline.signal.aborted && !deadline.timedOut) throw cause;
  return new TextDecoder().decode(bytes);
}
