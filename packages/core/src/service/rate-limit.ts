import { type Clock, systemClock } from "../clock.ts";
import type { AnswerMeta } from "./answer.ts";
import { createWaitingQueue, type Priority } from "./rate-limit-queue.ts";
import { createRateWindow, LONGEST_WINDOW_SECONDS } from "./rate-limit-window.ts";

/** Spreads the requests of one connection so that the service never answers 429. */
export interface Pacer {
  /**
   * Resolves when a request may be sent. The caller sends it at once and then calls `settle` exactly once.
   * Every attempt is a request: one that is sent again asks again.
   * Rejects with the signal's reason, keeping no place in the queue.
   */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /**
   * What one more request costs, seconds of waiting: its own, and what it adds to that of the others. 0 while requests
   * are plenty; half a window at most. `PollPlan.nextAt` takes it, so that a short budget is not spent on early looks.
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
  /**
   * The part of the service's limit that this connection may spend, above 0 and up to 1: for several connections of one
   * account at once that do not know of each other, such as the shards of a run. What one leaves unspent is lost.
   * Default 1: all that is left.
   */
  readonly share?: number;
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
 * While the budget is short, requests go by priority, and each tenth turn to whoever has waited longest. A 429 holds all
 * of them until its `Retry-After` has passed (an hour at most; if it names none, for a pause that grows each time).
 *
 * @throws RangeError for a `share` that cannot be
 */
export function createPacer({ clock = systemClock, onWait, share = 1 }: PacerOptions = {}): Pacer {
  if (!(share > 0 && share <= 1)) throw new RangeError("share must be above 0 and up to 1");
  const queue = createWaitingQueue();
  const window = createRateWindow(share);
  let heldUntil = 0;
  let refusals = 0;
  let lastNow = clock.now();
  let backlog = 0;
  let backlogAt = lastNow;
  let alarm: { readonly at: number; readonly cancel: () => void } | undefined;
  let announced: { readonly until: number; readonly reason: "budget" | "retry-after" } | undefined;

  function now(): number {
    const time = clock.now();
    if (time < lastNow - CLOCK_SLACK_MS) {
      heldUntil = Math.max(0, heldUntil - lastNow) + time;
      window.forget();
      backlogAt = time;
    }
    lastNow = time;
    return time;
  }

  /** The most that have waited for a budget at once; what was longer ago counts less. */
  function backlogAfter(time: number): number {
    const memory = 1000 * BACKLOG_MEMORY_WINDOWS * (window.allowance?.seconds ?? 0);
    return memory > 0 ? backlog * Math.exp(-Math.max(0, time - backlogAt) / memory) : 0;
  }

  function wakeAt(time: number, at: number): void {
    if (alarm?.at === at) return;
    alarm?.cancel();
    const cancel = clock.setTimer(Math.max(1, at - time), () => {
      alarm = undefined;
      pump();
    });
    alarm = { at, cancel };
  }

  /** Says once what is waited for, and again when that time has passed. */
  function announce(time: number, until: number, reason: "budget" | "retry-after"): void {
    if (announced?.reason === reason && time < announced.until) return;
    announced = { until, reason };
    onWait?.((until - time) / 1000, reason);
  }

  /** Lets through whoever may go, and sets the alarm for the next. */
  function pump(): void {
    const time = now();
    while (queue.length > 0) {
      if (time < heldUntil) {
        announce(time, heldUntil, "retry-after");
        wakeAt(time, heldUntil);
        return;
      }
      const state = window.state(time);
      if (state !== "open") {
        const until = window.changesAt(time);
        if (state === "spent") {
          backlog = Math.max(queue.length, backlogAfter(time));
          backlogAt = time;
          announce(time, until, "budget");
        }
        wakeAt(time, until);
        return;
      }
      queue.take()?.grant();
    }
    alarm?.cancel();
    alarm = undefined;
  }

  function refused(time: number, retryAfterSeconds: number | undefined): void {
    if (time >= heldUntil) refusals += 1;
    const pause = Math.min(LONGEST_BACKOFF_SECONDS, 2 ** Math.min(10, refusals - 1));
    const said = retryAfterSeconds !== undefined && retryAfterSeconds >= 0 ? retryAfterSeconds : pause;
    heldUntil = Math.max(heldUntil, time + 1000 * Math.min(said, LONGEST_WINDOW_SECONDS));
  }

  function permit(time: number): Permit {
    const request = window.sent(time);
    let settled = false;
    return {
      settle(answer) {
        if (settled) return;
        settled = true;
        const time = now();
        // 401, 500 and 503 carry no rate-limit headers; that they are missing says nothing.
        const wouldTell = answer !== undefined && answer.status !== 401 && answer.status < 500 && answer.status !== 429;
        window.answered(request, time, answer?.meta.rateLimit, wouldTell);
        if (answer?.status === 429) refused(time, answer.meta.retryAfterSeconds);
        else if (answer !== undefined) refusals = 0;
        pump();
      },
    };
  }

  return {
    acquire(priority, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      // The usual case needs no place in the queue: nobody waits, and there is nothing to wait for.
      const time = now();
      if (queue.length === 0 && time >= heldUntil && window.state(time) === "open")
        return Promise.resolve(permit(time));
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          leave();
          reject(signal?.reason);
          pump();
        };
        const grant = () => {
          signal?.removeEventListener("abort", onAbort);
          resolve(permit(now()));
        };
        const leave = queue.add({ priority, grant });
        signal?.addEventListener("abort", onAbort, { once: true });
        pump();
      });
    },
    requestCostSeconds() {
      const { requests, seconds } = window.allowance ?? { requests: 1, seconds: 0 };
      // A request waits for as many as wait for it: hence twice.
      return Math.min(seconds / 2, (2 * backlogAfter(now()) * seconds) / requests);
    },
  };
}
