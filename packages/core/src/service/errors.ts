import { ServiceError, type ServiceErrorDetails } from "./service-error.ts";

// One class a cause: a caller tells them apart by `instanceof` or by `code`.
export * from "./answer-errors.ts";
export * from "./job-errors.ts";
export * from "./service-error.ts";

/** 400: the service refuses an id, a page number or the parameters. `errors` point at the place. */
export class BadRequestError extends ServiceError {
  override readonly name = "BadRequestError";
  override readonly code = "bad-request";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(
      message,
      details,
      "Correct what the service's errors point at. An id that worked before may have expired: resolve the name again.",
    );
  }
}

/** 401, or credentials that could not be obtained. */
export class AuthenticationError extends ServiceError {
  override readonly name = "AuthenticationError";
  override readonly code = "authentication";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(
      message,
      details,
      "Check the credentials: user name and serial, API key or token, and that they are for this service.",
    );
  }
}

/** 403. */
export class ForbiddenError extends ServiceError {
  override readonly name = "ForbiddenError";
  override readonly code = "forbidden";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(
      message,
      details,
      "The credentials are valid and lack the permission: ask for access to this engine, account or document.",
    );
  }
}

/** 404. Of a result also: already read, canceled, or not completed yet; `errors` say which. */
export class NotFoundError extends ServiceError {
  override readonly name = "NotFoundError";
  override readonly code = "not-found";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "Check the id or path. A job's result can be read once, and a canceled job is gone.");
  }
  /** Whether the service itself says so, in its error list. A bare 404 may be a proxy's, or that of a wrong base URL. */
  get isServiceError(): boolean {
    return this.errors.length > 0;
  }
}

/** 406. */
export class NotAcceptableError extends ServiceError {
  override readonly name = "NotAcceptableError";
  override readonly code = "not-acceptable";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "The service answers application/json here: leave the Accept header to the client.");
  }
}

export interface ConflictDetails extends ServiceErrorDetails {
  readonly duplicateId?: string | undefined;
}

/** 409: a job with the same parameters runs already. */
export class ConflictError extends ServiceError {
  override readonly name = "ConflictError";
  override readonly code = "conflict";
  /** The id of that job, where the service names it. */
  readonly duplicateId: string | undefined;
  constructor(message: string, details?: ConflictDetails) {
    super(message, details, "Look at the status of the job that runs already; do not send this one again.");
    this.duplicateId = details?.duplicateId;
  }
  override toJSON() {
    return { ...super.toJSON(), duplicateId: this.duplicateId };
  }
}

/** 413. */
export class PayloadTooLargeError extends ServiceError {
  override readonly name = "PayloadTooLargeError";
  override readonly code = "payload-too-large";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "Split the parameters into several jobs with fewer units or identifiers each.");
  }
}

/** 415. */
export class UnsupportedMediaTypeError extends ServiceError {
  override readonly name = "UnsupportedMediaTypeError";
  override readonly code = "unsupported-media-type";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "The request must arrive as application/json: look for a proxy that changes Content-Type.");
  }
}

export interface RateLimitDetails extends ServiceErrorDetails {
  readonly retryAfterSeconds?: number | undefined;
}

/** 429 for longer than the client may wait. */
export class RateLimitError extends ServiceError {
  override readonly name = "RateLimitError";
  override readonly code = "rate-limit";
  /** Seconds that the service asks to wait, counted from its answer. */
  readonly retryAfterSeconds: number | undefined;
  constructor(message: string, details?: RateLimitDetails) {
    super(message, details, "Wait as long as the service asks, or cancel older jobs, or let fewer run at once.");
    this.retryAfterSeconds = details?.retryAfterSeconds;
  }
  override toJSON() {
    return { ...super.toJSON(), retryAfterSeconds: this.retryAfterSeconds };
  }
}

/** 500 and the other 5xx. */
export class ServerError extends ServiceError {
  override readonly name: string = "ServerError";
  override readonly code: string = "server";
  constructor(
    message: string,
    details?: ServiceErrorDetails,
    advice = "The fault is the service's: try again later, and quote the request key to its support.",
  ) {
    super(message, details, advice);
  }
}

/**
 * 503: the service timed out or is down. It stays this error where its `Retry-After` is longer than the client may wait:
 * unlike a 429 it leaves open whether the service acted, and who looks before creating again must know that.
 */
export class ServiceUnavailableError extends ServerError {
  override readonly name = "ServiceUnavailableError";
  override readonly code = "service-unavailable";
  /** Seconds that the service asks to wait, counted from its answer, where it says so. */
  readonly retryAfterSeconds: number | undefined;
  constructor(message: string, details?: RateLimitDetails) {
    super(message, details, "The service is overloaded or in maintenance: try again later.");
    this.retryAfterSeconds = details?.retryAfterSeconds;
  }
  override toJSON() {
    return { ...super.toJSON(), retryAfterSeconds: this.retryAfterSeconds };
  }
}

/** A status that the operation does not declare. */
export class UnexpectedStatusError extends ServiceError {
  override readonly name = "UnexpectedStatusError";
  override readonly code = "unexpected-status";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "Check the base URL, and whether a proxy answers in the service's place.");
  }
}

/** No answer: the name, the connection or the TLS handshake failed, or the connection broke. */
export class ConnectionError extends ServiceError {
  override readonly name = "ConnectionError";
  override readonly code = "connection";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "Check the base URL, the network and the proxy settings, then try again.");
  }
}

/** No answer in time. The service may have acted all the same. */
export class TimeoutError extends ServiceError {
  override readonly name = "TimeoutError";
  override readonly code = "timeout";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(
      message,
      details,
      "Try again, or allow more time. The service may have acted on the request: look before creating a job again.",
    );
  }
}

/** An address on another origin than the connection's. Nothing was sent there. */
export class ForeignAddressError extends ServiceError {
  override readonly name = "ForeignAddressError";
  override readonly code = "foreign-address";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(message, details, "Credentials go to the connection's own origin only: connect to the right base URL.");
  }
}
