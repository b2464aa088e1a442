/** What an estimate knows about a window, as far as a share needs it. */
export interface SharedWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Requests of this connection without an answer. */
  readonly inProgress: number;
  /** Requests of this connection whose answers say that this window counted them. */
  readonly answerCount: number;
  /** The window ends between these, milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The `reset` of the first and of the last request that the service counted, seconds, by the answers. */
  readonly firstReset: number;
  readonly lastReset: number;
}

/** The last seconds of a window. A connection that sends only in these may not be noticed by one that is alone. */
const LAST_SECONDS = 5;
/** In a shorter window the last seconds are too large a part. */
const MIN_WINDOW_SECONDS = 15;

/**
 * The share of one connection among several of an account that do not know each other, such as the shards of a run.
 *
 * A connection sends no more than its share in a window, so that all together stay below the limit. While it is alone, it also uses what the
 * others leave. Three rules keep all together below the limit when another one begins or goes on:
 *
 * - A connection is alone if the service has counted its own requests and no others: in the whole window before, and so far in this one. Then
 *   it sends one request at a time beyond its share, so that it notices the first request of another at once, and it leaves a reserve.
 * - A connection that sent nothing in the window before, or only in its last seconds, may not be noticed. It sends no more than its
 *   share of the requests that its first answer in this window leaves.
 * - A connection that sees no other keeps one request for the last seconds of the window, to see whether it was alone.
 *
 * @param part above 0 and up to 1; 1 limits nothing
 * @param isRestart whether an earlier process of this connection may have used its share of the first window
 */
export function createShare(part: number, isRestart: boolean) {
  /** The times of the requests that the present window may count. */
  let sends: number[] = [];
  /** A share of less than one request, or that of a restart, is used up until this time. */
  let spentUntil = 0;
  let isFirstOfRestart = isRestart;
  let longestReset = 0;
  /** No window is longer, milliseconds. */
  let maxWindowMs = Number.POSITIVE_INFINITY;
  let lastWindow: (SharedWindow & { readonly wasAlone: boolean }) | undefined;
  /** The most requests in this window, if the connection is not alone. */
  let allowance = Number.POSITIVE_INFINITY;
  let wasAlone = false;

  const shareOf = (limit: number) => Math.max(1, Math.floor(part * limit));
  /** The requests of others that the service has counted. Requests in progress may be among them. */
  const othersIn = ({ limit, remaining, answerCount }: SharedWindow) => limit - remaining - answerCount;
  /** From then on, the requests that others sent at the end of the window before have been counted. */
  const freeFrom = () => (lastWindow?.to ?? 0) + LAST_SECONDS * 1000;
  const lastSecondsOf = ({ to }: SharedWindow) => to - (LAST_SECONDS - 1) * 1000;

  return {
    noteSent(now: number): void {
      if (part < 1) sends.push(now);
    },
    /** Notes the first answer of a window. @param open when the requests were sent that it counts, if it cuts a window short */
    noteBegin(window: SharedWindow, now: number, open?: readonly number[]): void {
      if (open) sends = [...open].sort((a, b) => a - b);
      longestReset = Math.max(longestReset, window.firstReset);
      if (lastWindow) maxWindowMs = Math.min(maxWindowMs, window.to - lastWindow.from);
      const isNext = lastWindow !== undefined && now <= lastWindow.from + (longestReset - 1) * 1000;
      const isNoticed = isNext && (lastWindow?.firstReset ?? 0) > LAST_SECONDS;
      const isShort = maxWindowMs < MIN_WINDOW_SECONDS * 1000;
      // The one that is alone may send one more request.
      allowance = isNoticed || isShort ? Number.POSITIVE_INFINITY : Math.floor(part * (window.remaining - 1));
      wasAlone = isNext && lastWindow?.wasAlone === true;
      if (isFirstOfRestart) spentUntil = window.to;
      isFirstOfRestart = false;
    },
    /** Notes the end of a window. The next one also counts the requests that were sent after the earliest possible end. */
    noteEnd(window: SharedWindow): void {
      const windows = Math.ceil(1 / (part * window.limit));
      spentUntil = sends.length > 0 && windows > 1 ? window.to + (windows - 1) * longestReset * 1000 : 0;
      sends = sends.filter((at) => at >= window.from);
      const wasObserved = window.lastReset <= LAST_SECONDS && longestReset >= MIN_WINDOW_SECONDS;
      lastWindow = { ...window, wasAlone: wasObserved && othersIn(window) === 0 };
    },
    /** How many more requests the share allows in this window. */
    remaining(window: SharedWindow, now: number): number {
      if (part >= 1) return Number.POSITIVE_INFINITY;
      if (now < spentUntil) return 0;
      const mayBeAlone = othersIn(window) <= window.inProgress && now < lastSecondsOf(window);
      const most = Math.min(allowance, shareOf(window.limit)) - (mayBeAlone ? 1 : 0);
      return Math.max(0, Math.max(1, most) - sends.length);
    },
    /** Whether the share is used up while no window is known. @param limit the last limit */
    isSpentBetween(limit: number, now: number): boolean {
      if (part >= 1) return false;
      // Requests that are older than one window are not in the present one.
      const oldest = now - (longestReset + 1) * 1000;
      if ((sends[0] ?? now) < oldest) sends = sends.filter((at) => at >= oldest);
      return sends.length >= shareOf(limit) || now < spentUntil;
    },
    /** Whether one more request may be sent although the share is used up, because nobody else sends any. */
    mayExceedShare(window: SharedWindow, now: number): boolean {
      if (!wasAlone || window.inProgress > 0 || othersIn(window) !== 0) return false;
      const isInside = now >= Math.max(spentUntil, freeFrom()) && now < window.from;
      // For the first requests of all others, and for the shares of those that begin.
      const reserve = window.limit / 4 + 2 / part + (now < lastSecondsOf(window) ? 1 : 0);
      return isInside && window.remaining > reserve;
    },
    /** When the passing of time next may allow a request. */
    changesAt(window: SharedWindow, now: number): number {
      const times = [
        ...(wasAlone ? [freeFrom()] : []),
        ...(othersIn(window) <= window.inProgress ? [lastSecondsOf(window)] : []),
      ];
      return Math.min(window.to, ...times.filter((time) => time > now));
    },
    get spentUntil() {
      return spentUntil;
    },
    forget(): void {
      sends = [];
      spentUntil = 0;
      lastWindow = undefined;
      wasAlone = false;
      allowance = Number.POSITIVE_INFINITY;
    },
  };
}
