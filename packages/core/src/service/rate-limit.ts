import type { Clock } from "../clock.ts";
import type { AnswerMeta } from "./answer.ts";

/** What a request is for. When the budget is short, the first of these go first. */
export type Priority = "cancel" | "result" | "status" | "create" | "read";

/** Spreads the requests of one connection so that the service never answers 429. */
export interface Pacer {
  /**
   * Resolves when a request may be sent. The caller sends it at once and then calls `settle` exactly once.
   * Rejects with the signal's reason, keeping no place in the queue.
   */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Permit>;
}

export interface Permit {
  /** Tells the pacer what the request came to: the answer's status and headers, or nothing if there was no answer. */
  settle(answer?: { readonly status: number; readonly meta: AnswerMeta }): void;
}

export interface PacerOptions {
  readonly clock?: Clock;
  /** Told when requests start to wait, with the seconds expected. */
  readonly onWait?: (seconds: number, reason: "budget" | "retry-after") => void;
}
