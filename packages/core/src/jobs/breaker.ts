import type { Clock } from "../clock.ts";
import { ConnectionError, ServiceError, TimeoutError } from "../service/errors.ts";
import { messageOf, UnreachableError } from "./errors.ts";

/** A run that has never had an answer ends after this long. */
const LIMIT_MS = 2 * 60_000;

/** Ends a run whose requests never get an answer, once for all of its jobs. After the first answer it does nothing. */
export interface Breaker {
  /** Takes in what a request came to: no error means an answer. */
  took(error?: unknown): void;
}

/**
 * @param isAnswering whether the service has answered before
 * @param open called once, when the run is to end
 */
export function createBreaker(clock: Clock, isAnswering: boolean, open: (error: UnreachableError) => void): Breaker {
  const startedAt = clock.now();
  let isDone = isAnswering;
  return {
    took(error) {
      if (isDone) return;
      const isUnanswered = error instanceof ConnectionError || error instanceof TimeoutError;
      // Anything else that is no error of the service ended on this side: a stop, a full disk.
      if (!isUnanswered && error !== undefined && !(error instanceof ServiceError)) return;
      const seconds = Math.round((clock.now() - startedAt) / 1000);
      isDone = !isUnanswered || seconds * 1000 >= LIMIT_MS;
      if (isDone && isUnanswered)
        open(
          new UnreachableError(
            `The service has answered nothing since the run began, ${seconds} s ago: ${messageOf(error)}.`,
          ),
        );
    },
  };
}
