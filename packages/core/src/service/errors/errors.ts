/** One entry of the service's own error list. */
export interface ServiceErrorItem {
  readonly id?: string | undefined;
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly source?: { readonly pointer?: string | undefined; readonly parameter?: string | undefined } | undefined;
}

/** What an error contains beyond its message. No part of it may contain a credential. */
export interface ServiceErrorDetails {
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  /** The path of the request, without origin and query. */
  readonly path?: string | undefined;
  /** `X-…-Request-Key` of the answer, to quote to support. */
  readonly requestKey?: string | undefined;
  /** `X-…-Api-Request-Key` of the answer. */
  readonly apiRequestKey?: string | undefined;
  /** The service's own error list. */
  readonly errors?: readonly ServiceErrorItem[] | undefined;
  /** What to do next, if the advice of the class is not enough. */
  readonly advice?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The base class of every error that the client and the jobs throw because of what the service did or failed to do.
 *
 * @example
 * ```ts
 * import { type Client, ServiceError } from "@analytics-engines/core";
 *
 * export async function currencies(client: Client) {
 *   return client.lookups.currencies.list().catch((error: unknown) => {
 *     if (error instanceof ServiceError) console.error(error.code, error.message, error.advice);
 *     throw error;
 *   });
 * }
 * ```
 */
export class ServiceError extends Error {
  /** What to do about any error of this class, in a sentence or two. */
  static readonly advice: string = "Read the message, and try again if the fault may be temporary.";

  override readonly name: string = "ServiceError";
  /** Stable text that identifies the class, for programs. */
  readonly code: string = "service";
  readonly status: number | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly requestKey: string | undefined;
  readonly apiRequestKey: string | undefined;
  readonly errors: readonly ServiceErrorItem[];
  /** What to do next, in a sentence or two. */
  readonly advice: string;

  constructor(message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.method = details.method;
    this.path = details.path;
    this.requestKey = details.requestKey;
    this.apiRequestKey = details.apiRequestKey;
    this.errors = details.errors ?? [];
    this.advice = details.advice ?? new.target.advice;
  }

  /** All properties of the error, without its cause and its stack. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, ...rest } = this;
    return { name, code, message, ...rest };
  }
}

// Each cause has its class: `instanceof` and `code` tell them apart.

/** 400: the service refuses an id, a page number or the parameters. `errors` say where. */
export class BadRequestError extends ServiceError {
  static override readonly advice =
    "Correct what the service's errors point at. An id that worked before may have expired: resolve the name again.";
  override readonly name = "BadRequestError";
  override readonly code = "bad-request";
}

/** 401, or credentials that could not be obtained. */
export class AuthenticationError extends ServiceError {
  static override readonly advice =
    "Check the credentials: user name and serial, API key or token, and that they are for this service.";
  override readonly name = "AuthenticationError";
  override readonly code = "authentication";
}

/** 403. */
export class ForbiddenError extends ServiceError {
  static override readonly advice =
    "The credentials are valid and lack the permission: ask for access to this engine, account or document.";
  override readonly name = "ForbiddenError";
  override readonly code = "forbidden";
}

/**
 * 404. For a result, it can mean that the result was read already, that its job was canceled, or that the job is not completed yet;
 * `errors` say which.
 */
export class NotFoundError extends ServiceError {
  static override readonly advice =
    "Check the id or path. A job's result can be read once, and a canceled job is gone.";
  override readonly name = "NotFoundError";
  override readonly code = "not-found";
  /** Whether the 404 has the service's own error list. A bare 404 may come from a proxy, or from a wrong base URL. */
  get isServiceError(): boolean {
    return this.errors.length > 0;
  }
}

/** 406. */
export class NotAcceptableError extends ServiceError {
  static override readonly advice = "The service answers application/json here: leave the Accept header to the client.";
  override readonly name = "NotAcceptableError";
  override readonly code = "not-acceptable";
}

export interface ConflictDetails extends ServiceErrorDetails {
  readonly duplicateId?: string | undefined;
}

/** 409: a job with the same parameters is running already. */
export class ConflictError extends ServiceError {
  static override readonly advice = "Read the status of the job that is already running; do not send this one again.";
  override readonly name = "ConflictError";
  override readonly code = "conflict";
  /** The id of that job, if the service names it. */
  readonly duplicateId: string | undefined;
  constructor(message: string, details?: ConflictDetails) {
    super(message, details);
    this.duplicateId = details?.duplicateId;
  }
}

/** 413. */
export class PayloadTooLargeError extends ServiceError {
  static override readonly advice = "Split the parameters into several jobs with fewer units or identifiers each.";
  override readonly name = "PayloadTooLargeError";
  override readonly code = "payload-too-large";
}

/** 415. */
export class UnsupportedMediaTypeError extends ServiceError {
  static override readonly advice =
    "The request must arrive as application/json: look for a proxy that changes Content-Type.";
  override readonly name = "UnsupportedMediaTypeError";
  override readonly code = "unsupported-media-type";
}

export interface RateLimitDetails extends ServiceErrorDetails {
  readonly retryAfterSeconds?: number | undefined;
}

/** 429: the service asks to wait for longer than the client may wait. */
export class RateLimitError extends ServiceError {
  static override readonly advice = "Wait as long as the service asks, or cancel older jobs, or let fewer run at once.";
  override readonly name = "RateLimitError";
  override readonly code = "rate-limit";
  /** Seconds that the service asks to wait, counted from its answer. */
  readonly retryAfterSeconds: number | undefined;
  constructor(message: string, details?: RateLimitDetails) {
    super(message, details);
    this.retryAfterSeconds = details?.retryAfterSeconds;
  }
}

/** 500 and the other 5xx. */
export class ServerError extends ServiceError {
  static override readonly advice: string =
    "The fault is the service's: try again later, and quote the request key to its support.";
  override readonly name: string = "ServerError";
  override readonly code: string = "server";
}

/**
 * 503: the service timed out or is down. A 503 is this error even if its `Retry-After` is longer than the client may wait: unlike with a
 * 429, the service may have acted on the request.
 */
export class ServiceUnavailableError extends ServerError {
  static override readonly advice = "The service is overloaded or in maintenance: try again later.";
  override readonly name = "ServiceUnavailableError";
  override readonly code = "service-unavailable";
  /** Seconds that the service asks to wait, counted from its answer, if it says so. */
  readonly retryAfterSeconds: number | undefined;
  constructor(message: string, details?: RateLimitDetails) {
    super(message, details);
    this.retryAfterSeconds = details?.retryAfterSeconds;
  }
}

/** A status that the operation does not declare. */
export class UnexpectedStatusError extends ServiceError {
  static override readonly advice = "Check the base URL, and whether a proxy answers in the service's place.";
  override readonly name = "UnexpectedStatusError";
  override readonly code = "unexpected-status";
}

/** No answer came: the name lookup, the connection or the TLS handshake failed, or the connection broke. */
export class ConnectionError extends ServiceError {
  static override readonly advice: string = "Check the base URL, the network and the proxy settings, then try again.";
  override readonly name: string = "ConnectionError";
  override readonly code = "connection";
}

/** No answer came from the OAuth token service, so the request that needs a token was not sent. */
export class TokenServiceError extends ConnectionError {
  static override readonly advice =
    "Check wellKnownUri in the OAuth configuration, the network and the proxy settings, then try again.";
  override readonly name = "TokenServiceError";
}

/** No answer came in time. The service may have acted on the request. */
export class TimeoutError extends ServiceError {
  static override readonly advice =
    "Try again, or allow more time. The service may have acted on the request: read the job's status before you create it again.";
  override readonly name = "TimeoutError";
  override readonly code = "timeout";
}

/** The service named an address on another origin than the connection's. Nothing was sent there. */
export class ForeignAddressError extends ServiceError {
  static override readonly advice =
    "Credentials go to the connection's own origin only: connect to the right base URL.";
  override readonly name = "ForeignAddressError";
  override readonly code = "foreign-address";
}

/** What the error of a job contains beyond the details of one request. */
export interface JobErrorDetails extends ServiceErrorDetails {
  readonly jobId?: string | undefined;
  readonly unitId?: string | undefined;
}

class JobError extends ServiceError {
  readonly jobId: string | undefined;
  readonly unitId: string | undefined;
  constructor(message: string, details?: JobErrorDetails) {
    super(message, details);
    this.jobId = details?.jobId;
    this.unitId = details?.unitId;
  }
}

/** A create whose answer was lost, in a family without client-chosen ids: the job may be running. */
export class AmbiguousCreateError extends JobError {
  static override readonly advice =
    "List the calculations of the family before creating the job again: it may be running.";
  override readonly name = "AmbiguousCreateError";
  override readonly code = "ambiguous-create";
}

export interface LostResultDetails extends JobErrorDetails {
  readonly bytesRead?: number | undefined;
}

/** The service sent the result, but not all bytes arrived. The service sends a result only once, so it is lost. */
export class LostResultError extends JobError {
  static override readonly advice =
    "Run the job again to compute this result again; quote the request key to the service's support if it recurs.";
  override readonly name = "LostResultError";
  override readonly code = "lost-result";
  /** Bytes that arrived before the loss. */
  readonly bytesRead: number | undefined;
  constructor(message: string, details?: LostResultDetails) {
    super(message, details);
    this.bytesRead = details?.bytesRead;
  }
}

/** The service no longer has the result: it was read before, it expired, or its job was canceled. */
export class ResultUnavailableError extends JobError {
  static override readonly advice =
    "A result can be read once: check whether an earlier read stored it, or run the job again.";
  override readonly name = "ResultUnavailableError";
  override readonly code = "result-unavailable";
}

/** The job was canceled, here or elsewhere. */
export class JobCanceledError extends JobError {
  static override readonly advice = "Run the job again if its result is still wanted.";
  override readonly name = "JobCanceledError";
  override readonly code = "job-canceled";
}

/** The job did not finish by its deadline. */
export class JobDeadlineError extends JobError {
  static override readonly advice =
    "Allow more time, or split the job. Read its status by its id before you create it again.";
  override readonly name = "JobDeadlineError";
  override readonly code = "job-deadline";
}

/** An answer whose body is not what the operation declares. The message names the place. */
export class MalformedAnswerError extends ServiceError {
  static override readonly advice: string =
    "Check whether a proxy changes answers; otherwise report the place named, with the request key.";
  override readonly name: string = "MalformedAnswerError";
  override readonly code: string = "malformed-answer";
}

/** The answer belongs to another request, because its API request key came with an earlier answer. The outcome of this request is not known. */
export class DisplacedAnswerError extends MalformedAnswerError {
  static override readonly advice =
    "Try again: nothing of that answer was used. If it recurs, look for a proxy that repeats or mixes up answers, and report the key to the service's support.";
  override readonly name = "DisplacedAnswerError";
  override readonly code = "displaced-answer";
}

export interface AnswerTooLargeDetails extends ServiceErrorDetails {
  readonly limitBytes?: number | undefined;
}

/** A body that is not a result and is longer than the limit of its kind. The client stopped reading it. */
export class AnswerTooLargeError extends MalformedAnswerError {
  static override readonly advice =
    "Check the base URL, and whether a proxy answers in the service's place. For a list, ask for a part of it: name a directory or a category.";
  override readonly name = "AnswerTooLargeError";
  override readonly code = "answer-too-large";
  /** The limit that the body exceeds, bytes after decompression. */
  readonly limitBytes: number | undefined;
  constructor(message: string, details?: AnswerTooLargeDetails) {
    super(message, details);
    this.limitBytes = details?.limitBytes;
  }
}
