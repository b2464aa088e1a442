import type { Clock } from "../clock.ts";
import { ConnectionError, ServiceError, TimeoutError } from "../service/errors/errors.ts";
import { messageOf } from "../text/message-of.ts";
import { UnreachableError } from "./errors.ts";
import { NO_ANSWER_MS, OUTAGE_REPORT_MS } from "./policy.ts";
import type { RunEvent } from "./types.ts";

/** Reports that the service gives no usable answer: at once, then every 30 s at most, until it answers. All jobs of a run share one. */
export interface Outage {
  /** @param begunAt when the failed request began, ms of the clock */
  failed(error: unknown, begunAt: number): void;
  answered(): void;
}

export function createOutage(clock: Clock, report: (event: RunEvent) => void): Outage {
  let since: number | undefined;
  let reportedAt: number | undefined;
  return {
    failed(error, begunAt) {
      const now = clock.now();
      since ??= begunAt;
      if (reportedAt !== undefined && Math.abs(now - reportedAt) < OUTAGE_REPORT_MS) return;
      reportedAt = now;
      const seconds = Math.max(0, Math.round((now - since) / 1000));
      report({ type: "unreachable", reason: messageOf(error), seconds });
    },
    answered() {
      since = undefined;
    },
  };
}

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
