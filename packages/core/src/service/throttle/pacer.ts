import { type Clock, systemClock } from "../../clock.ts";
import type { AnswerMeta } from "../answer.ts";
import type { Priority } from "../endpoints/route.ts";
import { throttledBackoff } from "../policy.ts";
import { backoffMs, isThrottled } from "./retry.ts";
import { createWindowEstimate, MAX_WINDOW_SECONDS } from "./window.ts";

/** Spreads the requests of one connection so that the service never answers 429. */
export interface Pacer {
  /**
   * Resolves when a request may be sent. The caller sends it at once and then calls `settle` exactly once.
   * Each attempt needs a permit of its own.
   * Rejects with the signal's reason, and then keeps no place in the queue.
   */
  acquire(priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /**
   * The seconds between two requests that the rate limit allows, while requests are scarce: while they wait for it, or waited a short time ago.
   * Otherwise 0. A run reads the status of its jobs less often then.
   */
  secondsPerRequest(): number;
}

export interface Permit {
  /**
   * Reports the status and the headers of the answer to the pacer, or that there was no answer.
   * Call it when the headers have arrived, before the body.
   */
  settle(answer?: { readonly status: number; readonly meta: AnswerMeta }): void;
}

export interface PacerOptions {
  readonly clock?: Clock;
  /**
   * The share of the service's limit that this connection may use, above 0 and up to 1. Set it where several connections of one
   * account run at the same time without knowledge of each other, such as the shards of a run. Default 1.
   */
  readonly share?: number;
  /** Whether an earlier process may have used the share of the present window: then this one waits for the next. Default false. */
  readonly isRestart?: boolean;
  /** Called when requests start to wait, with the expected seconds. */
  readonly onWait?: (seconds: number, reason: "budget" | "retry-after") => void;
}

/** A clock that goes back by more than this was set back, and earlier times mean nothing any more. */
const CLOCK_SLACK_MS = 1000;
/** Requests count as scarce for this many windows after the last one that waited: at the start of each window none waits. */
const SCARCE_WINDOWS = 2;

/**
 * Creates the pacer of one connection. Without rate-limit headers no request waits.
 *
 * While requests wait, they go by priority, and every tenth turn goes to the one that has waited longest. After a 429 all
 * requests wait for its `Retry-After` (an hour at most), or without one for a pause that doubles each time.
 *
 * @throws RangeError for a `share` that is not above 0 and up to 1
 *
 * @example
 * ```ts
 * import { basicAuth, createClient, createPacer } from "@analytics-engines/core";
 *
 * // One of two processes that share an account.
 * const pacer = createPacer({ share: 0.5, onWait: (seconds) => console.error(`waiting ${seconds} s`) });
 * export const client = createClient({ baseUrl: "https://api.vendor.example", auth: basicAuth("NAME-1", "key"), pacer });
 * ```
 */
export function createPacer({ clock = systemClock, onWait, share = 1, isRestart = false }: PacerOptions = {}): Pacer {
  if (!(share > 0 && share <= 1)) throw new RangeError("share must be above 0 and up to 1");
  const queue = createWaitingQueue();
  const window = createWindowEstimate(share, isRestart);
  let heldUntil = 0;
  let refusals = 0;
  let lastNow = clock.now();
  let waitedAt: number | undefined;
  let alarm: { readonly at: number; readonly cancel: () => void } | undefined;
  let announcement: { readonly until: number; readonly reason: "budget" | "retry-after" } | undefined;

  function now(): number {
    const time = clock.now();
    if (time < lastNow - CLOCK_SLACK_MS) {
      heldUntil = Math.max(0, heldUntil - lastNow) + time;
      window.forget();
      waitedAt = undefined;
    }
    lastNow = time;
    return time;
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

  /** Reports a wait once, and again if it lasts beyond the reported time. */
  function announce(time: number, until: number, reason: "budget" | "retry-after"): void {
    if (announcement?.reason === reason && time < announcement.until) return;
    announcement = { until, reason };
    onWait?.((until - time) / 1000, reason);
  }

  /** Grants all permits that are possible now, and sets the alarm for the next. */
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
          waitedAt = time;
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

  function noteRefusal(time: number, retryAfterSeconds: number | undefined): void {
    if (time >= heldUntil) refusals += 1;
    const isValid = retryAfterSeconds !== undefined && retryAfterSeconds >= 0;
    const seconds = isValid ? retryAfterSeconds : backoffMs(refusals, throttledBackoff, 0) / 1000;
    heldUntil = Math.max(heldUntil, time + 1000 * Math.min(seconds, MAX_WINDOW_SECONDS));
  }

  function permit(time: number): Permit {
    const request = window.noteSent(time);
    let isSettled = false;
    return {
      settle(answer) {
        if (isSettled) return;
        isSettled = true;
        const time = now();
        // The service sends no rate-limit headers with 401, 500 and 503, so their absence does not mean that there is no limit.
        const wouldShowLimit =
          answer !== undefined && answer.status !== 401 && answer.status < 500 && !isThrottled(answer.status);
        window.noteAnswer(request, time, answer?.meta.rateLimit, wouldShowLimit);
        if (answer && isThrottled(answer.status)) noteRefusal(time, answer.meta.retryAfterSeconds);
        else if (answer !== undefined) refusals = 0;
        pump();
      },
    };
  }

  return {
    acquire(priority, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      // The usual case: no request waits, and there is no reason to wait.
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
    secondsPerRequest() {
      const time = now();
      const { allowance } = window;
      if (allowance === undefined || waitedAt === undefined) return 0;
      return time - waitedAt > SCARCE_WINDOWS * allowance.seconds * 1000 ? 0 : allowance.seconds / allowance.requests;
    },
  };
}

/** A request that waits for its turn. */
interface Waiter {
  readonly priority: Priority;
  readonly grant: () => void;
}

const priorities: readonly Priority[] = ["cancel", "result", "status", "create", "read"];
/** Every tenth turn goes to the request that has waited longest, so that each gets its turn. */
const FAIR_TURN = 10;

interface QueueEntry {
  readonly waiter: Waiter;
  readonly arrival: number;
  isWaiting: boolean;
}

/** Requests that wait: sorted by priority, and within one priority by arrival. */
function createWaitingQueue() {
  const lines = new Map(priorities.map((priority): [Priority, QueueEntry[]] => [priority, []]));
  let length = 0;
  let arrivals = 0;
  let turns = 0;

  function remove(entry: QueueEntry): void {
    if (entry.isWaiting) length -= 1;
    entry.isWaiting = false;
  }

  return {
    get length() {
      return length;
    },
    /** Adds a request. Returns the function that removes it again. */
    add(waiter: Waiter): () => void {
      const entry: QueueEntry = { waiter, arrival: arrivals++, isWaiting: true };
      lines.get(waiter.priority)?.push(entry);
      length += 1;
      return () => remove(entry);
    },
    /** Removes and returns the request whose turn it is. */
    take(): Waiter | undefined {
      const heads = [...lines.values()].flatMap((line) => firstWaiting(line) ?? []);
      const isFairTurn = turns % FAIR_TURN === FAIR_TURN - 1;
      const next = isFairTurn ? heads.sort((a, b) => a.arrival - b.arrival)[0] : heads[0];
      if (next === undefined) return undefined;
      turns += 1;
      remove(next);
      return next.waiter;
    },
  };
}

function firstWaiting(line: QueueEntry[]): QueueEntry | undefined {
  while (line[0]?.isWaiting === false) line.shift();
  return line[0];
}
