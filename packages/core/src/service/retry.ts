import type { RetryClass } from "./endpoints.ts";
import { type Backoff, backoffMs } from "./throttle/backoff.ts";
import { answeredDelay } from "./throttle/retry-after.ts";

/** How an attempt failed. */
export type Failure =
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  /** `wasSent` is false only if the request certainly did not reach the service. */
  | { readonly kind: "network"; readonly wasSent: boolean };

export interface RetryLimits {
  /** Attempts at most, the first included. */
  readonly attempts: number;
  /** The longest `Retry-After` that is waited for, seconds. */
  readonly maxRetryAfterSeconds: number;
}

/** The statuses of a service or a gateway that fails for a moment. */
const TRANSIENT_STATUSES = new Set([408, 500, 502, 503, 504]);
/** A caller waits for the answer: so the first pauses are short, and random from 0 on. */
const REQUEST_BACKOFF: Backoff = { firstMs: 500, longestMs: 20_000, jitter: 1 };

/**
 * Seconds to wait before a request is sent again, or `undefined` where it must not be sent again.
 *
 * A request that was not sent, or that was answered with 429, had no effect: every class may send it again. For all else only
 * `read` and `cancel` are sent again: a create that is sent twice computes twice, and a result is given once.
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
  const backoff = backoffMs(attempt, REQUEST_BACKOFF, random()) / 1000;
  return failure.kind === "network" ? backoff : answeredDelay(failure, backoff, limits.maxRetryAfterSeconds);
}

function mayRepeat(retry: RetryClass, failure: Failure): boolean {
  const isRepeatable = retry === "read" || retry === "cancel";
  if (failure.kind === "network") return isRepeatable || !failure.wasSent;
  return failure.status === 429 || (isRepeatable && TRANSIENT_STATUSES.has(failure.status));
}

const BUDGET_SIZE = 20;
const REFILL_PER_SUCCESS = 0.2;

/**
 * Limits the retries of a connection to 20, and one more for every five successes: while a service is down, the retries of many
 * callers would keep it down.
 */
export class RetryBudget {
  #left = BUDGET_SIZE;

  success(): void {
    this.#left = Math.min(BUDGET_SIZE, this.#left + REFILL_PER_SUCCESS);
  }

  /** Takes one retry. Returns whether there was one left. */
  take(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
