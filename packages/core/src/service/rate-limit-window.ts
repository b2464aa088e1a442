import type { RateLimit } from "./answer.ts";

/**
 * What is known of the service's rate-limit window, and so whether a request may be sent now.
 *
 * The idea: never count on more than the service has said. The least `remaining` that was heard in a window, less every
 * request under way (whether the service has counted it already or not), is what may still be sent. When the window ends
 * is known to a second or so, since `reset` comes in whole seconds, rounded up or down: somewhere between `from` and `to`.
 * Nothing beyond the budget is sent until `to`. After it, and at the very beginning, nothing is known: a few requests go
 * first, and their answers tell the rest.
 *
 * Where several connections of one account keep to a share of the limit each (`share` below 1), what was heard is mostly of
 * what the others spend. None sends more than its share of a window then, so that all of them together send no more than
 * the limit, however late each hears of the others; and none holds anything back for the others, since they have theirs.
 * A share of less than one request allows one in so many windows.
 *
 * Assumed: a fixed window of 5 s or more, wherever it starts (in a shorter one a request may be refused now and then,
 * since a second more or less is much of it); a request is counted within `COUNTED_WITHIN_MS` of its sending.
 */
export interface RateWindow {
  /** A request is sent now. Hand what this returns to `answered`. */
  sent(now: number): SentRequest;
  /**
   * The request has come to its end. `told` is what its answer says of the window, if it says anything.
   * `wouldTell`: it is an answer of the kind that does, where there is a limit.
   */
  answered(request: SentRequest, now: number, told: RateLimit | undefined, wouldTell: boolean): void;
  /** Whether one more request may be sent: yes; not before an answer tells the budget; or not in this window. */
  state(now: number): "open" | "unknown" | "spent";
  /** When time alone next changes the state. */
  changesAt(now: number): number;
  /** Forgets the window: time has jumped. */
  forget(): void;
  /** The window's length, as far as is known, and how many requests it allows us; nothing as long as nothing was told. */
  readonly allowance: { readonly requests: number; readonly seconds: number } | undefined;
}

interface SentRequest {
  readonly at: number;
  /** Its place among all that was sent and answered. */
  readonly order: number;
  /** The window that may yet count it, or the requests that were sent while no window was known. */
  period: Told | Probes;
}

interface Told {
  limit: number;
  remaining: number;
  /** Requests under way that may not be in `remaining` yet. */
  underWay: number;
  /** The window ends between these, milliseconds. */
  from: number;
  to: number;
  /** When the first answer of the window arrived, and which place had the one with the least `remaining`. */
  readonly firstAt: number;
  leastOrder: number;
  /** What was left for us at the first answer, how much of it we have sent, and what others must have spent. */
  leftAtFirst: number;
  sent: number;
  others: number;
}

interface Probes {
  underWay: number;
  /** When the first of those under way was sent. */
  since: number;
}

/** A longer window is not believed: a run would stand still for hours because of one odd header. */
export const LONGEST_WINDOW_SECONDS = 3600;
/** A request that has been under way for longer was counted long ago; its answer is what takes its time. */
const COUNTED_WITHIN_MS = 10_000;
/** While a new window is not known, this share of the last limit may be under way. */
const PROBING_SHARE = 0.1;
/** And one more for each second without an answer that tells, so that one slow request does not hold up all others. */
const PROBING_STEP_MS = 1000;

/** @param share The part of the limit that this connection may spend, above 0 and up to 1. */
export function createRateWindow(share = 1): RateWindow {
  const underWay = new Set<SentRequest>();
  let told: Told | undefined;
  let probes: Probes = { underWay: 0, since: 0 };
  /** When those requests were sent that the present window may count, where there is a share to keep to. */
  let sends: number[] = [];
  /** A share of less than a request is spent until then. */
  let spentUntil = 0;
  let lastLimit: number | undefined;
  let longestReset = 0;
  let order = 0;
  /** The service answers, and has never said anything of a limit. */
  let unlimited = false;

  function forget(): void {
    told = undefined;
    probes = { underWay: 0, since: 0 };
    sends = [];
    spentUntil = 0;
  }

  /** The window has ended. What was sent when it may have ended already counts in the next one, too. */
  function end({ from, to, limit }: Told): void {
    const windows = Math.ceil(1 / (share * limit));
    const late = sends.filter((at) => at >= from);
    const until = sends.length > 0 && windows > 1 ? to + (windows - 1) * longestReset * 1000 : 0;
    forget();
    sends = late;
    spentUntil = until;
  }

  /** Whether the share is spent. While nothing is known of a limit, it is one request at a time. */
  function isSpent(limit: number | undefined, now: number): boolean {
    if (share >= 1) return false;
    if (limit === undefined) return probes.underWay > 0;
    // No answer has told of a window: what is older than one is not of the present one.
    const oldest = now - (longestReset + 1) * 1000;
    if (told === undefined && (sends[0] ?? now) < oldest) sends = sends.filter((at) => at >= oldest);
    return sends.length >= Math.max(1, Math.floor(share * limit)) || now < spentUntil;
  }

  function current(now: number): Told | undefined {
    if (told && now >= told.to) end(told);
    return told;
  }

  function begin(limit: RateLimit, request: SentRequest, now: number): void {
    const open = [...underWay].filter(({ at }) => at > request.at - COUNTED_WITHIN_MS);
    const remaining = Math.min(limit.remaining, limit.limit);
    // In the middle of one that was known, the new window counts this request and those under way.
    if (told) sends = [...open.map(({ at }) => at), request.at].sort((a, b) => a - b);
    told = {
      limit: limit.limit,
      remaining,
      underWay: open.length,
      ...endOf(limit, request, now),
      firstAt: now,
      leastOrder: order,
      leftAtFirst: remaining - open.length,
      sent: 0,
      others: 0,
    };
    for (const other of open) other.period = told;
  }

  function narrow(window: Told, limit: RateLimit, request: SentRequest, now: number): void {
    if (limit.remaining < window.remaining) {
      window.remaining = limit.remaining;
      window.leastOrder = order;
    }
    const { from, to } = endOf(limit, request, now);
    // A change of the limit is nobody's spending.
    window.leftAtFirst += limit.limit - window.limit;
    window.limit = limit.limit;
    window.others = Math.max(window.others, window.leftAtFirst - window.sent - window.remaining);
    window.from = Math.max(window.from, from);
    window.to = Math.min(window.to, to);
  }

  /** What may be sent, less what others spend in a second: they may do so before our request arrives. */
  function budget({ remaining, underWay, others, firstAt }: Told, now: number): number {
    const kept = share < 1 ? 0 : Math.ceil(others / Math.max(1, (now - firstAt) / 1000));
    return remaining - underWay - kept;
  }

  return {
    sent(now) {
      const window = current(now);
      if (share < 1) sends.push(now);
      if (window) window.sent += 1;
      else if (probes.underWay === 0) probes.since = now;
      const request = { at: now, order: ++order, period: window ?? probes };
      request.period.underWay += 1;
      underWay.add(request);
      return request;
    },
    answered(request, now, limit, wouldTell) {
      order += 1;
      underWay.delete(request);
      request.period.underWay -= 1;
      const window = current(now);
      if (limit === undefined || !isBelievable(limit)) {
        // The service may have counted it all the same.
        if (window) window.remaining = Math.max(0, window.remaining - 1);
        else if (wouldTell && lastLimit === undefined) unlimited = true;
        return;
      }
      unlimited = false;
      lastLimit = limit.limit;
      longestReset = Math.max(longestReset, limit.resetSeconds);
      const { from, to } = endOf(limit, request, now);
      if (window === undefined) begin(limit, request, now);
      else if (from > window.to) begin(limit, request, now);
      // More is left than was heard before this request was sent: the count has begun anew.
      else if (request.order > window.leastOrder && limit.remaining > window.remaining) begin(limit, request, now);
      // An answer from the window before that was overtaken says nothing of this one.
      else if (to >= window.from) narrow(window, limit, request, now);
    },
    state(now) {
      if (unlimited) return "open";
      const window = current(now);
      if (window) return budget(window, now) > 0 && !isSpent(window.limit, now) ? "open" : "spent";
      if (isSpent(lastLimit, now)) return "unknown";
      const probing = Math.max(1, Math.floor((lastLimit ?? 0) * share * PROBING_SHARE));
      const patience = probes.underWay === 0 ? 0 : Math.floor((now - probes.since) / PROBING_STEP_MS);
      return probes.underWay < probing + patience ? "open" : "unknown";
    },
    changesAt(now) {
      const window = current(now);
      if (window === undefined) {
        const step = now + PROBING_STEP_MS - ((now - probes.since) % PROBING_STEP_MS);
        return Math.max(step, spentUntil);
      }
      if (isSpent(window.limit, now)) return window.to;
      // What is kept for others gets less with time.
      return window.remaining > window.underWay ? Math.min(window.to, now + 1000) : window.to;
    },
    forget,
    get allowance() {
      return lastLimit === undefined ? undefined : { requests: share * lastLimit, seconds: longestReset };
    },
  };
}

/** The service counted the request between its sending and the arrival of its answer, and rounded up or down. */
function endOf({ resetSeconds }: RateLimit, { at }: SentRequest, now: number): { from: number; to: number } {
  return { from: at + (resetSeconds - 1) * 1000, to: now + (resetSeconds + 1) * 1000 };
}

function isBelievable({ limit, remaining, resetSeconds }: RateLimit): boolean {
  const possible = limit >= 1 && limit < Number.POSITIVE_INFINITY && remaining >= 0;
  return possible && resetSeconds >= 0 && resetSeconds <= LONGEST_WINDOW_SECONDS;
}
