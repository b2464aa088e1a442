import type { RateLimit } from "../answer.ts";
import { createShare } from "./share.ts";

/**
 * An estimate of the service's rate-limit window, which decides whether a request may be sent now.
 *
 * It never counts on more requests than the service has granted: it takes the smallest `remaining` of the window and subtracts every
 * request in progress, even if the service may have counted it already. The end of the window is known only to about a second, since
 * `reset` is in whole seconds, rounded up or down. It lies between `from` and `to`. Beyond the granted requests, nothing is sent until
 * `to`. After that, and at the start, nothing is known: a few requests go first, and their answers show the new window.
 *
 * With a `share` below 1, other connections of the account use the rest of the limit, and `remaining` is mostly about their requests.
 * Then this connection reserves nothing for the others: it sends no more than its share in a window, or what they leave while it is alone
 * (`createShare`). A share of less than one request allows one request in several windows.
 *
 * Assumptions: a fixed window of 5 s or more (in a shorter one a request may be refused now and then, since one second is a large
 * part of it); the service counts a request within `COUNTED_WITHIN_MS` of its sending.
 */
export interface WindowEstimate {
  /** Notes that a request is sent now. Pass the return value to `answered`. */
  noteSent(now: number): SentRequest;
  /**
   * Notes that the request has ended. `limit` is what its answer says about the window, if anything.
   * `wouldShowLimit`: an answer of this kind has rate-limit headers if there is a limit.
   */
  noteAnswer(request: SentRequest, now: number, limit: RateLimit | undefined, wouldShowLimit: boolean): void;
  /** Whether one more request may be sent: yes; not before an answer shows the window; or not in this window. */
  state(now: number): "open" | "unknown" | "spent";
  /** When the passing of time next changes the state. */
  changesAt(now: number): number;
  /** Forgets the window, after a jump of the clock. */
  forget(): void;
  /** The length of the window, as far as it is known, and how many requests this connection may send in it. */
  readonly allowance: { readonly requests: number; readonly seconds: number } | undefined;
}

interface SentRequest {
  readonly at: number;
  /** Its number among all requests and answers. */
  readonly order: number;
  /** The window that may still count it, or the probes if no window was known. */
  period: KnownWindow | Probes;
}

interface KnownWindow {
  limit: number;
  remaining: number;
  /** Requests in progress that `remaining` may not include yet. */
  inProgress: number;
  /** The window ends between these, milliseconds. */
  from: number;
  to: number;
  /** When the first answer of the window arrived. */
  readonly firstAt: number;
  /** The number of the answer with the smallest `remaining`. */
  leastOrder: number;
  /**
   * The requests that were left for this connection at the first answer, those that it has sent since then, and those that others must have
   * sent.
   */
  remainingAtFirst: number;
  sentCount: number;
  otherCount: number;
  /** The requests of this connection that the window counted, by their answers, and the `reset` of the first and the last of them. */
  answerCount: number;
  firstReset: number;
  lastReset: number;
}

/** Requests that were sent while no window was known. */
interface Probes {
  inProgress: number;
  /** When the first of them was sent. */
  since: number;
}

/** A longer window counts as a mistake. Otherwise one wrong header could stop a run for hours. */
export const MAX_WINDOW_SECONDS = 3600;
/** After this time the service has counted a request, although its answer has not arrived. */
const COUNTED_WITHIN_MS = 10_000;
/** While the new window is not known, this share of the last limit may be in progress. */
const PROBING_SHARE = 0.1;
/** One more request for each second without an answer that shows the window, so that one slow request does not delay all others. */
const PROBING_STEP_MS = 1000;

/**
 * @param part the share of the limit that this connection may use, above 0 and up to 1
 * @param isRestart whether an earlier process of this connection may have used its share of the first window
 */
export function createWindowEstimate(part = 1, isRestart = false): WindowEstimate {
  const share = createShare(part, isRestart);
  const inProgress = new Set<SentRequest>();
  let lastWindow: KnownWindow | undefined;
  let probes: Probes = { inProgress: 0, since: 0 };
  let lastLimit: number | undefined;
  let longestReset = 0;
  let order = 0;
  /** Whether the service answers without rate-limit headers. */
  let isUnlimited = false;

  function forgetWindow(): void {
    lastWindow = undefined;
    probes = { inProgress: 0, since: 0 };
  }

  function currentWindow(now: number): KnownWindow | undefined {
    if (lastWindow && now >= lastWindow.to) {
      share.noteEnd(lastWindow);
      forgetWindow();
    }
    return lastWindow;
  }

  function begin(limit: RateLimit, request: SentRequest, now: number): void {
    const open = [...inProgress].filter(({ at }) => at > request.at - COUNTED_WITHIN_MS);
    const remaining = Math.min(limit.remaining, limit.limit);
    const isEarly = lastWindow !== undefined;
    if (lastWindow) share.noteEnd(lastWindow);
    lastWindow = {
      limit: limit.limit,
      remaining,
      inProgress: open.length,
      ...endOf(limit, request, now),
      firstAt: now,
      leastOrder: order,
      remainingAtFirst: remaining - open.length,
      sentCount: 0,
      otherCount: 0,
      answerCount: 1,
      firstReset: limit.resetSeconds,
      lastReset: limit.resetSeconds,
    };
    for (const openRequest of open) openRequest.period = lastWindow;
    // A new window in the middle of a known one counts this request and those in progress.
    share.noteBegin(lastWindow, now, isEarly ? [...open.map(({ at }) => at), request.at] : undefined);
  }

  function correctWindow(window: KnownWindow, limit: RateLimit, request: SentRequest, now: number): void {
    if (limit.remaining < window.remaining) {
      window.remaining = limit.remaining;
      window.leastOrder = order;
      window.lastReset = limit.resetSeconds;
    }
    window.answerCount += 1;
    window.firstReset = Math.max(window.firstReset, limit.resetSeconds);
    const { from, to } = endOf(limit, request, now);
    // A change of the limit does not mean that requests were used.
    window.remainingAtFirst += limit.limit - window.limit;
    window.limit = limit.limit;
    window.otherCount = Math.max(window.otherCount, window.remainingAtFirst - window.sentCount - window.remaining);
    window.from = Math.max(window.from, from);
    window.to = Math.min(window.to, to);
  }

  /** The requests left, without as many as others send in a second, because those may arrive before ours. */
  function budget({ remaining, inProgress, otherCount, firstAt }: KnownWindow, now: number): number {
    const reserve = part < 1 ? 0 : Math.ceil(otherCount / Math.max(1, (now - firstAt) / 1000));
    return remaining - inProgress - reserve;
  }

  /** The requests that the window and the share both allow. */
  function allowedIn(window: KnownWindow, now: number): number {
    return Math.max(0, Math.min(budget(window, now), share.remaining(window, now)));
  }

  return {
    noteSent(now) {
      const window = currentWindow(now);
      share.noteSent(now);
      if (window) window.sentCount += 1;
      else if (probes.inProgress === 0) probes.since = now;
      const request = { at: now, order: ++order, period: window ?? probes };
      request.period.inProgress += 1;
      inProgress.add(request);
      return request;
    },
    noteAnswer(request, now, limit, wouldShowLimit) {
      order += 1;
      inProgress.delete(request);
      request.period.inProgress -= 1;
      const window = currentWindow(now);
      if (limit === undefined || !isBelievable(limit)) {
        // The service may have counted the request.
        if (window) window.remaining = Math.max(0, window.remaining - 1);
        else if (wouldShowLimit && lastLimit === undefined) isUnlimited = true;
        return;
      }
      isUnlimited = false;
      lastLimit = limit.limit;
      longestReset = Math.max(longestReset, limit.resetSeconds);
      const { from, to } = endOf(limit, request, now);
      if (window === undefined) begin(limit, request, now);
      else if (from > window.to) begin(limit, request, now);
      // More requests are left than before this request was sent, so a new window has begun.
      else if (request.order > window.leastOrder && limit.remaining > window.remaining) begin(limit, request, now);
      // A late answer from the window before says nothing about this one.
      else if (to >= window.from) correctWindow(window, limit, request, now);
    },
    state(now) {
      if (isUnlimited) return "open";
      const window = currentWindow(now);
      if (window)
        return allowedIn(window, now) > 0 || (budget(window, now) > 0 && share.mayExceedShare(window, now))
          ? "open"
          : "spent";
      // While no limit is known, a share is one request at a time.
      if (lastLimit === undefined ? part < 1 && probes.inProgress > 0 : share.isSpentBetween(lastLimit, now))
        return "unknown";
      const probing = Math.max(1, Math.floor((lastLimit ?? 0) * part * PROBING_SHARE));
      const patience = probes.inProgress === 0 ? 0 : Math.floor((now - probes.since) / PROBING_STEP_MS);
      return probes.inProgress < probing + patience ? "open" : "unknown";
    },
    changesAt(now) {
      const window = currentWindow(now);
      if (window === undefined) {
        const step = now + PROBING_STEP_MS - ((now - probes.since) % PROBING_STEP_MS);
        return Math.max(step, share.spentUntil);
      }
      if (share.remaining(window, now) === 0) return share.changesAt(window, now);
      // The reserve for others shrinks with time.
      return window.remaining > window.inProgress ? Math.min(window.to, now + 1000) : window.to;
    },
    forget() {
      forgetWindow();
      share.forget();
    },
    get allowance() {
      return lastLimit === undefined ? undefined : { requests: part * lastLimit, seconds: longestReset };
    },
  };
}

/** The service read its clock between the sending of the request and the arrival of the answer, and rounded up or down. */
function endOf({ resetSeconds }: RateLimit, { at }: SentRequest, now: number): { from: number; to: number } {
  return { from: at + (resetSeconds - 1) * 1000, to: now + (resetSeconds + 1) * 1000 };
}

function isBelievable({ limit, remaining, resetSeconds }: RateLimit): boolean {
  const possible = limit >= 1 && limit < Number.POSITIVE_INFINITY && remaining >= 0;
  return possible && resetSeconds >= 0 && resetSeconds <= MAX_WINDOW_SECONDS;
}
