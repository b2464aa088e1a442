import type { RetryClass } from "../endpoints/endpoints.ts";
import { RETRIES_PER_SUCCESS, RETRY_BUDGET, requestBackoff, transientStatuses } from "../policy.ts";
import { backoffMs } from "./backoff.ts";
import { answeredDelay } from "./retry-after.ts";

/** How an attempt failed. */
export type Failure =
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  /** `wasSent` is false only if the request certainly did not reach the service. */
  | { readonly kind: "network"; readonly wasSent: boolean };

export interface RetryLimits {
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
