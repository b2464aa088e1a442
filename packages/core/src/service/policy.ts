// Every retry, wait and limit of single requests, each with its reason. Those of jobs are in `jobs/policy.ts`, those of the estimate of the
// rate limit in `throttle/`.

/** How the pauses between attempts grow. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** The share of a pause that is random, 0 to 1, so that many clients do not repeat their requests at the same time. */
  readonly jitter: number;
}

// Attempts of one call.
/** A call is sent at most this often. With the pauses below that takes about 15 seconds, while the caller waits. */
export const MAX_ATTEMPTS = 5;
/** The first pauses are short, because a caller waits. Each pause is random, from 0 to its full length. */
export const requestBackoff: Backoff = { firstMs: 500, longestMs: 20_000, jitter: 1 };
/** The statuses with which a service or a gateway reports a failure that may soon pass. */
export const transientStatuses: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);
/** The retries of a connection. While a service is down, the retries of many callers would keep it down. */
export const RETRY_BUDGET = 20;
/** Each success returns a part of one retry: one for every five successes. */
export const RETRIES_PER_SUCCESS = 0.2;
/** A read may be redirected a few times within the service; more redirects are a loop. */
export const MAX_REDIRECTS = 5;

// Time limits, seconds, unless the options of the client say otherwise.
/** One attempt. An answer that is not a result comes within seconds, and proxies end silent connections after a minute. */
export const ATTEMPT_TIMEOUT_SECONDS = 60;
/** One call with its retries: longer than any short outage, shorter than a person waits. */
export const TOTAL_TIMEOUT_SECONDS = 300;
/** Added for the network and the service to the time for which the service may delay the answer. */
export const LONG_RUNNING_MARGIN_SECONDS = 30;

// Waits that the service asks for.
/** A longer `Retry-After` ends the call with an error, unless the options of the client say otherwise: the caller may have better to do. */
export const MAX_RETRY_AFTER_SECONDS = 120;
/** A request for a longer wait must be a mistake, so after an hour the client asks the service again. */
export const MAX_WAIT_MS = 3_600_000;
/** The shortest pause, seconds, after a throttled request whose answer does not say how long to wait. */
export const MIN_THROTTLED_PAUSE_SECONDS = 1;
/** The pauses of a whole connection after such answers. All its requests wait in one queue, so no jitter is needed. */
export const throttledBackoff: Backoff = { firstMs: 1000, longestMs: 60_000, jitter: 0 };

// Tokens, seconds.
/** The fetch of one token, with the discovery document. The request that needs the token waits for it. */
export const TOKEN_TIMEOUT_SECONDS = 30;
/** The validity of an assertion, as the vendor's token service expects it. */
export const ASSERTION_SECONDS = 300;
/** A token is renewed this long before it expires, or in the last fifth of a shorter validity. */
export const TOKEN_MARGIN_SECONDS = 60;
/** The pause after a failed renewal, while the token is still valid. */
export const TOKEN_RETRY_SECONDS = 5;
