import type { Clock } from "../../clock.ts";
import { RateLimitError, ServiceUnavailableError } from "../errors.ts";

/** The least pause after a 429 that does not say how long to wait. */
const LEAST_PAUSE_SECONDS = 1;
/** Nobody can mean a longer wait: after an hour the service is asked again. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Seconds to wait before a request that was answered with an error is sent again, or `undefined` where the service asks to wait
 * for longer than allowed.
 * @param backoffSeconds the pause where the service says nothing
 */
export function answeredDelay(
  { status, retryAfterSeconds }: { readonly status: number; readonly retryAfterSeconds: number | undefined },
  backoffSeconds: number,
  maxRetryAfterSeconds: number,
): number | undefined {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > maxRetryAfterSeconds) return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return retryAfterSeconds;
  return status === 429 ? LEAST_PAUSE_SECONDS + backoffSeconds : backoffSeconds;
}

/** How long the service asks to wait, milliseconds, where the error is a 429 or a 503 that says so; an hour at most. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof RateLimitError || error instanceof ServiceUnavailableError)) return undefined;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds * 1000, LONGEST_WAIT_MS);
}

/** Remembers a 429 that asks to wait for longer than the client may wait, so that further requests fail at once and unsent. */
export class LongWait {
  readonly #clock: Clock;
  readonly #maxRetryAfterSeconds: number;
  #until = 0;

  constructor(clock: Clock, maxRetryAfterSeconds: number) {
    this.#clock = clock;
    this.#maxRetryAfterSeconds = maxRetryAfterSeconds;
  }

  /** Notes what an answer says. */
  note(status: number, retryAfterSeconds = 0): void {
    if (status !== 429 || retryAfterSeconds <= this.#maxRetryAfterSeconds) return;
    this.#until = this.#clock.now() + retryAfterSeconds * 1000;
  }

  /** @throws RateLimitError while the rest of the wait is longer than the client may wait */
  check(method: string, path: string): void {
    const retryAfterSeconds = Math.ceil((this.#until - this.#clock.now()) / 1000);
    if (retryAfterSeconds <= this.#maxRetryAfterSeconds) return;
    const message = `${method} ${path} was not sent: the service asks to wait another ${retryAfterSeconds} s`;
    throw new RateLimitError(message, { method, path, retryAfterSeconds });
  }
}
