import type { RateLimit } from "./answer.ts";

/**
 * What is known of the service's rate-limit window, and so how many requests may be sent now.
 *
 * The idea: never count on more than the service has said. The least `remaining` that was heard in a window, less every request that is under way (whether
 * the service has counted it already or not), is what may still be sent. The window's end is known to a second or so, since
 * `reset` comes in whole seconds, rounded up or down: it is taken to lie between `from` and `to`. Until `to` nothing beyond the budget is sent.
 * After it, and at the very beginning, nothing is known: a few requests go first, and their answers tell the rest.
 */
export interface RateWindow {
  /** A request is sent now. Hand the answer of this to `answered`. */
  sent(now: number): SentRequest;
  /** The request came to an end: `told` is what its answer says of the window, if anything. `silent`: it is an answer that would have said so. */
  answered(request: SentRequest, now: number, told: RateLimit | undefined, silent: boolean): void;
  /** Whether one more request may be sent. */
  maySend(now: number): boolean;
  /** When time alone next changes the answer of `maySend`. */
  changesAt(now: number): number;
  /** Forgets the window: it may be over, or time has jumped. */
  forget(now: number): void;
  /** The window's length, as far as is known, and how many requests it allows. Nothing, as long as nothing was told. */
  readonly allowance: { readonly requests: number; readonly seconds: number } | undefined;
}

export interface SentRequest {
  readonly at: number;
  readonly probes: Probes | undefined;
}

/** Requests sent while nothing is known. */
interface Probes {
  readonly since: number;
  underWay: number;
}

interface Told {
  limit: number;
  remaining: number;
  /** The window ends between these, milliseconds. */
  from: number;
  to: number;
  /** When the first answer of the window, and the one with the least `remaining`, arrived. */
  readonly firstAt: number;
  leastAt: number;
  /** What we have sent, and what was left, since the window was first told of: what is missing beyond that, others have spent. */
  readonly leftAtFirst: number;
  sentSince: number;
}

/** A window that is said to last longer is not believed: a run would stand still for hours because of one odd header. */
export const LONGEST_WINDOW_SECONDS = 3600;
/** While nothing is known of a window, this share of the limit of the window before may be under way. */
const PROBING_SHARE = 0.1;
/** And one request more for each second without an answer that tells, so that one slow request does not hold all others up. */
const PROBING_STEP_MS = 1000;

export function createRateWindow(): RateWindow {
  let underWay = 0;
  let told: Told | undefined;
  let probes: Probes = { since: 0, underWay: 0 };
  let lastLimit: number | undefined;
  /** The longest `reset` heard: the window's length, as far as is known. */
  let windowSeconds = 0;
  /** The service answers and says nothing of a limit. */
  let unlimited = false;

  function forget(now: number): void {
    told = undefined;
    probes = { since: now, underWay: 0 };
  }

  function expire(now: number): void {
    if (told && now >= told.to) forget(now);
  }

  function begin(limit: RateLimit, request: SentRequest, now: number): void {
    const { from, to } = endOf(limit, request, now);
    const remaining = Math.min(limit.remaining, limit.limit);
    const leftAtFirst = remaining - underWay;
    told = {
      limit: limit.limit,
      remaining,
      from,
      to,
      firstAt: now,
      leastAt: now,
      leftAtFirst,
      sentSince: 0,
    };
  }

  function narrow(window: Told, limit: RateLimit, request: SentRequest, now: number): void {
    const { from, to } = endOf(limit, request, now);
    if (limit.remaining < window.remaining) {
      window.remaining = limit.remaining;
      window.leastAt = now;
    }
    window.limit = limit.limit;
    window.from = Math.max(window.from, from);
    window.to = Math.min(window.to, to);
  }

  /** What others spend in about a second: they may do so before our next request arrives. */
  function spentByOthers(window: Told, now: number): number {
    const missing = window.leftAtFirst - window.sentSince - window.remaining;
    return missing <= 0 ? 0 : Math.ceil(missing / Math.max(1, (now - window.firstAt) / 1000));
  }

  return {
    sent(now) {
      expire(now);
      underWay += 1;
      if (told) {
        told.sentSince += 1;
        return { at: now, probes: undefined };
      }
      probes.underWay += 1;
      return { at: now, probes };
    },
    answered(request, now, limit, silent) {
      underWay -= 1;
      if (request.probes) request.probes.underWay -= 1;
      expire(now);
      if (limit === undefined || !believable(limit)) {
        // It may have been counted all the same.
        if (told) told.remaining = Math.max(0, told.remaining - 1);
        else if (silent && lastLimit === undefined) unlimited = true;
        return;
      }
      unlimited = false;
      lastLimit = limit.limit;
      windowSeconds = Math.max(windowSeconds, limit.resetSeconds);
      const { from, to } = endOf(limit, request, now);
      if (to <= now) return;
      if (told === undefined || from > told.to) return begin(limit, request, now);
      // More is left than was, says a request that was sent after that was heard: the window has begun anew.
      if (request.at >= told.leastAt && limit.remaining > told.remaining) return begin(limit, request, now);
      // An answer of the window before, overtaken by one of this window.
      if (to < told.from) return;
      narrow(told, limit, request, now);
    },
    maySend(now) {
      expire(now);
      if (unlimited) return true;
      if (told === undefined) {
        const share = Math.max(1, Math.floor((lastLimit ?? 0) * PROBING_SHARE));
        return probes.underWay < share + Math.floor((now - probes.since) / PROBING_STEP_MS);
      }
      return told.remaining - underWay > spentByOthers(told, now);
    },
    changesAt(now) {
      if (told) return told.to;
      return probes.since + PROBING_STEP_MS * (Math.floor((now - probes.since) / PROBING_STEP_MS) + 1);
    },
    forget,
    get allowance() {
      return lastLimit === undefined ? undefined : { requests: lastLimit, seconds: windowSeconds };
    },
  };
}

/** The service counted the request between its sending and the arrival of its answer, and rounded the seconds up or down. */
function endOf(limit: RateLimit, request: SentRequest, now: number): { from: number; to: number } {
  return { from: request.at + (limit.resetSeconds - 1) * 1000, to: now + (limit.resetSeconds + 1) * 1000 };
}

function believable({ limit, remaining, resetSeconds }: RateLimit): boolean {
  return (
    limit >= 1 &&
    remaining >= 0 &&
    resetSeconds >= 0 &&
    resetSeconds <= LONGEST_WINDOW_SECONDS &&
    Number.isFinite(limit)
  );
}
