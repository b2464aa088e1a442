import { type Clock, systemClock } from "../clock.ts";
import type { AnswerMeta } from "./answer.ts";
import { createWaitingQueue } from "./rate-limit-queue.ts";
import { createRateWindow, LONGEST_WINDOW_SECONDS } from "./rate-limit-window.ts";

/** What a request is for. When the budget is short, the first of these go first. */
export type Priority = "cancel" | "result" | "status" | "create" | "read";

/** Spreads the requests of one connection so that the service never answers 429. */
export interface Pacer {
  /**
   * Resolves when a request may be sent. The caller sends it at once and then calls `settle` exactly once.
   * Every attempt is a request: one that is sent again asks again.
   * Rejects with the signal's reason, keeping no place in the queue.
   */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /**
   * What one more request costs, seconds of waiting: its own, and what it adds to that of the others. 0 while requests are plenty; half a window at most. Hand it
   * to `PollPlan.nextAt`, so that statuses are read less often while the budget is short.
   */
  requestCostSeconds(): number;
}

export interface Permit {
  /**
   * Tells the pacer what the request came to: the answer's status and headers, or nothing if there was no answer.
   * Call it when the headers have arrived; the body may take its time.
   */
  settle(answer?: { readonly status: number; readonly meta: AnswerMeta }): void;
}

export interface PacerOptions {
  readonly clock?: Clock;
  /** Told when requests start to wait, with the seconds expected. */
  readonly onWait?: (seconds: number, reason: "budget" | "retry-after") => void;
}

/** After a 429 that names no time: 1 s, then twice as long each time, up to this. */
const LONGEST_BACKOFF_SECONDS = 60;
/** A clock that goes back by more than this has been set: times noted before are worth nothing. */
const CLOCK_SLACK_MS = 1000;
/** A backlog is remembered for about so many windows: it is gone at the start of each, and comes back. */
const BACKLOG_MEMORY_WINDOWS = 10;

/**
 * Makes the pacer of one connection. Without rate-limit headers it lets everything through.
 *
 * While the budget is short, requests go by priority, and each tenth turn to whoever has waited longest. A 429 holds all of them until its
 * `Retry-After` has passed (an hour at most; if it names none, until the window ends or a growing pause is over).
 */
export function createPacer({ clock = systemClock, onWait }: PacerOptions = {}): Pacer {
  const queue = createWaitingQueue();
  const window = createRateWindow();
  let heldUntil = 0;
  let refusals = 0;
  let lastNow = clock.now();
  let backlog = 0;
  let backlogAt = lastNow;
  let wakeAt: number | undefined;
  let cancelWake = () => {};

  window.forget(lastNow);

  function now(): number {
    const time = clock.now();
    if (time < lastNow - CLOCK_SLACK_MS) {
      heldUntil = Math.max(0, heldUntil - lastNow) + time;
      window.forget(time);
      backlogAt = time;
    }
    lastNow = time;
    return time;
  }

  /** The most that have waited at once; what was longer ago counts less. */
  function noteBacklog(time: number): void {
    const memory = 1000 * BACKLOG_MEMORY_WINDOWS * (window.allowance?.seconds ?? 0);
    const kept = memory > 0 ? Math.exp(-Math.max(0, time - backlogAt) / memory) : 0;
    backlog = Math.max(queue.length, backlog * kept);
    backlogAt = time;
  }

  function wake(time: number, at: number, reason: "budget" | "retry-after"): void {
    if (wakeAt === at) return;
    if (wakeAt === undefined) onWait?.((at - time) / 1000, reason);
    cancelWake();
    wakeAt = at;
    cancelWake = clock.setTimer(Math.max(1, at - time), () => {
      wakeAt = undefined;
      cancelWake = () => {};
      pump();
    });
  }

  function sleepOn(): void {
    cancelWake();
    cancelWake = () => {};
    wakeAt = undefined;
  }

  /** Lets through whoever may go, and sets the alarm for the next. */
  function pump(): void {
    const time = now();
    noteBacklog(time);
    while (queue.length > 0) {
      const held = time < heldUntil;
      if (held || !window.maySend(time)) {
        wake(time, held ? heldUntil : window.changesAt(time), held ? "retry-after" : "budget");
        return;
      }
      queue.take()?.grant();
    }
    sleepOn();
  }

  function refused(time: number, retryAfterSeconds: number | undefined): void {
    if (time >= heldUntil) refusals += 1;
    const pause = Math.min(LONGEST_BACKOFF_SECONDS, 2 ** Math.min(10, refusals - 1));
    const said = retryAfterSeconds !== undefined && retryAfterSeconds >= 0 ? retryAfterSeconds : pause;
    heldUntil = Math.max(heldUntil, time + 1000 * Math.min(said, LONGEST_WINDOW_SECONDS));
  }

  function permit(): Permit {
    const request = window.sent(now());
    let settled = false;
    return {
      settle(answer) {
        if (settled) return;
        settled = true;
        const time = now();
        // 401, 500 and 503 carry no rate-limit headers; that they are missing says nothing.
        const silent = answer !== undefined && answer.status !== 401 && answer.status < 500 && answer.status !== 429;
        window.answered(request, time, answer?.meta.rateLimit, silent);
        if (answer?.status === 429) refused(time, answer.meta.retryAfterSeconds);
        else if (answer !== undefined) refusals = 0;
        pump();
      },
    };
  }

  return {
    acquire(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        noteBacklog(now());
        const onAbort = () => {
          leave();
          reject(signal?.reason);
          pump();
        };
        const grant = () => {
          signal?.removeEventListener("abort", onAbort);
          resolve(permit());
        };
        const leave = queue.add({ priority, grant });
        signal?.addEventListener("abort", onAbort, { once: true });
        pump();
      });
    },
    requestCostSeconds() {
      noteBacklog(now());
      const { allowance } = window;
      if (allowance === undefined) return 0;
      // A request waits for `backlog` others, and as many wait for it: that is the factor of two.
      return Math.min(allowance.seconds / 2, (2 * backlog * allowance.seconds) / allowance.requests);
    },
  };
}
