import type { RetryClass } from "./endpoints.ts";

/** How an attempt ended that did not bring what was asked for. */
export type Failure =
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  /** `left` is false only where it is certain that the request never reached the service. */
  | { readonly kind: "network"; readonly left: boolean };

export interface RetryLimits {
  /** Attempts at most, the first included. */
  readonly attempts: number;
  /** The longest `Retry-After` that is waited for, seconds. */
  readonly maxRetryAfterSeconds: number;
}

const passing = new Set([408, 500, 502, 503, 504]);
const firstDelaySeconds = 0.5;
const longestDelaySeconds = 20;
/** The least pause after a 429 that does not say how long. */
const rateLimitDelaySeconds = 1;

/**
 * Seconds to wait before a request is sent again, or `undefined` where it must not be.
 *
 * A request that never left, and one that was refused with 429, did nothing: any class may send them again. What is
 * more is up to the class: only `read` and `cancel` can be repeated without harm. A create that is sent twice computes
 * twice, and a result that is asked for twice was given away the first time.
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
  const backoff = random() * Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (attempt - 1));
  if (failure.kind === "network") return backoff;
  const { status, retryAfterSeconds } = failure;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > limits.maxRetryAfterSeconds) return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return retryAfterSeconds;
  return status === 429 ? rateLimitDelaySeconds + backoff : backoff;
}

function mayRepeat(retry: RetryClass, failure: Failure): boolean {
  const harmless = retry === "read" || retry === "cancel";
  if (failure.kind === "network") return harmless || !failure.left;
  return failure.status === 429 || (harmless && passing.has(failure.status));
}

const budgetSize = 20;
const refillPerSuccess = 0.2;

/**
 * Keeps the retries of a whole connection to a fifth of its successes, once a first 20 are spent: while a service is
 * down, many callers that each retry would only keep it down.
 */
export class RetryBudget {
  #left = budgetSize;

  success(): void {
    this.#left = Math.min(budgetSize, this.#left + refillPerSuccess);
  }

  /** Whether one more retry is granted. */
  take(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
