import type { Clock } from "../../clock.ts";
import type { Route } from "../endpoints/endpoints.ts";
import { RateLimitError, ServiceUnavailableError } from "../errors/errors.ts";
import { MAX_WAIT_MS, MIN_THROTTLED_PAUSE_SECONDS } from "../policy.ts";

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
export function answeredDelay(
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
