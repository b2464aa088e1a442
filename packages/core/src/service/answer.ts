/** An answer of the service. */
export interface Answer<Status extends number = number, Data = unknown> {
  readonly status: Status;
  readonly data: Data;
  readonly meta: AnswerMeta;
}

/** The response headers about the job, the request rate or the cache; absent ones are `undefined`. */
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
  /** `Location` as sent. Resolve it with `resolveLocation` before you request it. */
  readonly location: string | undefined;
  /** `Retry-After`, seconds from the arrival of the answer. */
  readonly retryAfterSeconds: number | undefined;
  /** The job's id, which some deployments send in `X-…-Calculation-Id`. */
  readonly calculationId: string | undefined;
}

/** The rate-limit window that an answer shows. */
export interface RateLimit {
  /** Requests allowed in the window. */
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Seconds until the window resets. */
  readonly resetSeconds: number;
}

/** The bytes of a result. They are read from the network on demand, and only **once**: the service does not give them again. */
export interface ResultBody {
  /** The media type without parameters, in lower case; `application/octet-stream` without a `Content-Type`. */
  readonly contentType: string;
  /** The length in the headers, bytes; `undefined` for chunked and compressed answers. */
  readonly contentLength: number | undefined;
  readonly stream: ReadableStream<Uint8Array>;
  /**
   * Whether bytes can be missing although the stream ends without an error: the answer has no length, no chunks, and no compression whose end was
   * checked. Then only an end mark of the format shows that the result is whole. Default: false.
   */
  readonly mayBeCut?: boolean | undefined;
  /** Removes the credentials of the request from a text that quotes the body. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Reads everything into memory. */
  bytes(): Promise<Uint8Array>;
  /** Reads everything as UTF-8 text. */
  text(): Promise<string>;
  /** Reads everything as JSON. Throws `MalformedAnswerError`. */
  json(): Promise<unknown>;
}
