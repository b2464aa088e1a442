import type { Clock } from "../../clock.ts";
import type { RetryClass, Route } from "../endpoints/route.ts";
import { RateLimitError, ServiceUnavailableError } from "../errors/errors.ts";
import {
  type Backoff,
  MAX_WAIT_MS,
  MIN_THROTTLED_PAUSE_SECONDS,
  RETRIES_PER_SUCCESS,
  RETRY_BUDGET,
  requestBackoff,
  transientStatuses,
} from "../policy.ts";

/** How an attempt failed. */
export type Failure =
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  /** `wasSent` is false only if the request certainly did not reach the service. */
  | { readonly kind: "network"; readonly wasSent: boolean };

interface RetryLimits {
  /** The largest number of attempts, including the first. */
  readonly attempts: number;
  /** The longest `Retry-After` that is waited for, seconds. */
  readonly maxRetryAfterSeconds: number;
}

/**
 * Seconds to wait before a request is sent again, or `undefined` if it must not be sent again.
 *
 * A request that was not sent, or that was throttled, had no effect: every class may send it again. After any other failure, only `read`
 * and `cancel` requests are sent again: a create that is sent twice computes twice, and the service gives a result once.
 *
 * @param attempt how many attempts were made
 * @param random uniform in [0, 1)
 */
export function retryDelay(
  retry: RetryClass,
  failure: Failure,
  attempt: number,
  random: () => number,
  limits: RetryLimits,
): number | undefined {
  if (attempt >= limits.attempts || !mayRepeat(retry, failure)) return undefined;
  const backoff = backoffMs(attempt, requestBackoff, random()) / 1000;
  if (failure.kind === "network") return backoff;
  return answeredDelay(failure.retryAfterSeconds, failure.kind === "throttled", backoff, limits.maxRetryAfterSeconds);
}

function mayRepeat(retry: RetryClass, failure: Failure): boolean {
  const isRepeatable = retry === "read" || retry === "cancel";
  if (failure.kind === "throttled") return true;
  if (failure.kind === "network") return isRepeatable || !failure.wasSent;
  return isRepeatable && transientStatuses.has(failure.status);
}

/** Limits the retries of a connection to 20, and one more for every five successes. */
export class RetryBudget {
  #remaining = RETRY_BUDGET;

  success(): void {
    this.#remaining = Math.min(RETRY_BUDGET, this.#remaining + RETRIES_PER_SUCCESS);
  }

  /** Takes one retry. Returns whether there was one left. */
  take(): boolean {
    if (this.#remaining < 1) return false;
    this.#remaining -= 1;
    return true;
  }
}

/**
 * The pause after an attempt that failed, milliseconds: `firstMs`, doubled with each further attempt up to `longestMs`.
 * @param tries how many attempts failed, from 1
 * @param random uniform in [0, 1)
 */
export function backoffMs(tries: number, { firstMs, longestMs, jitter }: Backoff, random: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 10));
  return ceiling * (1 - jitter + jitter * random);
}

/** The status of a request that was refused because too many came before it. The service did nothing with it. */
const TOO_MANY_REQUESTS = 429;

export function isThrottled(status: number | undefined): boolean {
  return status === TOO_MANY_REQUESTS;
}

/**
 * Seconds to wait before a request that was answered with an error is sent again, or `undefined` if the service asks for a longer wait than
 * allowed.
 * @param backoffSeconds the pause if the service does not ask for one
 */
function answeredDelay(
  retryAfterSeconds: number | undefined,
  wasThrottled: boolean,
  backoffSeconds: number,
  maxRetryAfterSeconds: number,
): number | undefined {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > maxRetryAfterSeconds) return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return retryAfterSeconds;
  return wasThrottled ? MIN_THROTTLED_PAUSE_SECONDS + backoffSeconds : backoffSeconds;
}

/** How long the service asks to wait, milliseconds, if the error says so. At most an hour. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof RateLimitError || error instanceof ServiceUnavailableError)) return undefined;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds * 1000, MAX_WAIT_MS);
}

/**
 * Remembers an answer that asks to wait for longer than the caller may wait, so that further requests fail at once and are not sent. After
 * an hour the next request is sent.
 */
export class LongWait {
  readonly #clock: Clock;
  readonly #maxSeconds: number;
  #until = 0;

  /** @param maxSeconds the longest wait that the caller waits for itself */
  constructor(clock: Clock, maxSeconds: number) {
    this.#clock = clock;
    this.#maxSeconds = maxSeconds;
  }

  /** Notes what an answer says. */
  note(status: number, retryAfterSeconds = 0): void {
    if (!isThrottled(status) || retryAfterSeconds <= this.#maxSeconds) return;
    this.#until = this.#clock.now() + Math.min(retryAfterSeconds * 1000, MAX_WAIT_MS);
  }

  /** The rest of the wait in whole seconds, while it is longer than the caller may wait. */
  get restSeconds(): number | undefined {
    const rest = Math.ceil((this.#until - this.#clock.now()) / 1000);
    return rest > this.#maxSeconds ? rest : undefined;
  }

  /** @throws RateLimitError during the wait, for a route that the service throttles */
  check({ method, errors }: Route, path: string): void {
    const retryAfterSeconds = this.restSeconds;
    if (retryAfterSeconds === undefined || !errors.some(isThrottled)) return;
    const message = `${method} ${path} was not sent: the service asks to wait another ${retryAfterSeconds} s`;
    throw new RateLimitError(message, { method, path, retryAfterSeconds });
  }
}
