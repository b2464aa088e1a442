import { ServiceError, type ServiceErrorDetails } from "./service-error.ts";

// Each cause has its class: `instanceof` and `code` tell them apart.
export * from "./answer-errors.ts";
export * from "./job-errors.ts";
export * from "./service-error.ts";

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
