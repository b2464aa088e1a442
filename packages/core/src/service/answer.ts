/** What a call to the service answers. */
export interface Answer<Status extends number = number, Data = unknown> {
  readonly status: Status;
  readonly data: Data;
  readonly meta: AnswerMeta;
}

/** The response headers that say something about the job, the pace or the cache; absent ones are `undefined`. */
export interface AnswerMeta {
  /** The key to quote to support: `X-…-Request-Key`. */
  readonly requestKey: string | undefined;
  /** The key of this API request, only after successful authentication: `X-…-Api-Request-Key`. */
  readonly apiRequestKey: string | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** `max-age` of `Cache-Control`, seconds. */
  readonly maxAgeSeconds: number | undefined;
  /** `Age`, seconds. */
  readonly ageSeconds: number | undefined;
  /** Progress of a running job, percent, 0 to 100. */
  readonly progress: number | undefined;
  /** `Location` as sent. Resolve it with `resolveLocation` before it is called. */
  readonly location: string | undefined;
  /** `Retry-After`, seconds from the arrival of the answer. */
  readonly retryAfterSeconds: number | undefined;
  /** The job's id, which some deployments also say in `X-…-Calculation-Id`. */
  readonly calculationId: string | undefined;
}

/** The rate-limit window as one answer tells it. */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Seconds until the window resets. */
  readonly resetSeconds: number;
}

/**
 * The bytes of a result. They are read from the network as they are asked for, and can be read **once**:
 * the service does not give them again.
 */
export interface ResultBody {
  /** The media type as sent, without parameters, lower case; `application/octet-stream` where none was sent. */
  readonly contentType: string;
  /** The length that was announced, bytes; unknown for chunked and compressed answers. */
  readonly contentLength: number | undefined;
  readonly stream: ReadableStream<Uint8Array>;
  /** Takes the credentials of the request out of a text that quotes the body. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Reads everything into memory. */
  bytes(): Promise<Uint8Array>;
  /** Reads everything as UTF-8 text. */
  text(): Promise<string>;
  /** Reads everything as JSON. Throws `MalformedAnswerError`. */
  json(): Promise<unknown>;
}
