import type { Clock } from "../clock.ts";
import { ConnectionError, ServiceError, TimeoutError } from "../service/errors/errors.ts";
import { messageOf } from "../text/errors.ts";
import { UnreachableError } from "./errors.ts";
import { NO_ANSWER_MS } from "./policy.ts";

/** Ends a run whose requests never get an answer, for all of its jobs at once. After the first answer it does nothing. */
export interface Breaker {
  /** Notes the outcome of a request. No error means an answer. */
  noteOutcome(error?: unknown): void;
}

/**
 * @param isAnswering whether the service has answered before
 * @param open called once, when the run is to end
 */
export function createBreaker(clock: Clock, isAnswering: boolean, open: (error: UnreachableError) => void): Breaker {
  const startedAt = clock.now();
  let isDone = isAnswering;
  return {
    noteOutcome(error) {
      if (isDone) return;
      const isUnanswered = error instanceof ConnectionError || error instanceof TimeoutError;
      // Other errors come from this side: a stop, a full disk.
      if (!isUnanswered && error !== undefined && !(error instanceof ServiceError)) return;
      const seconds = Math.round((clock.now() - startedAt) / 1000);
      isDone = !isUnanswered || seconds * 1000 >= NO_ANSWER_MS;
      if (isDone && isUnanswered)
        open(
          new UnreachableError(
            `The service has answered nothing since the run began, ${seconds} s ago: ${messageOf(error)}.`,
          ),
        );
    },
  };
}
