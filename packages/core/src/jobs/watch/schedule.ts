import { DEFAULT_MAX_AGE_SECONDS, MAX_POLL_WAIT_SECONDS, MIN_POLL_WAIT_SECONDS } from "../policy.ts";

/** An answer of a running job: to its create (202) or to a status read (202). */
export interface RunningAnswer {
  /** When the answer arrived, milliseconds of the clock. */
  readonly at: number;
  /** `max-age` of its `Cache-Control`, and its `Age`: seconds. */
  readonly maxAgeSeconds?: number | undefined;
  readonly ageSeconds?: number | undefined;
  /** The progress header: percent, 0 to 100. */
  readonly progress?: number | undefined;
}

/**
 * Decides when to read a job's status again.
 *
 * Never sooner than `max-age` of the last answer allows, from its arrival and less its `Age`. Where the answer has none, as that to a
 * create: by the `max-age` of other jobs, and without one after 1, 3, 8 s, and every 5 s from then on. Later where the progress shows
 * that the job is hardly finished yet. Without progress, and where it stops, goes back or makes no sense, these times alone count.
 */
export interface PollPlan {
  /** Call it with the answer to the create, and with each status answer of the running job. */
  observe(answer: RunningAnswer): void;
  /**
   * When to read the status next, milliseconds of the clock: after the last answer, by `MAX_POLL_WAIT_SECONDS` at most.
   * @param scarceSeconds the least wait while requests are scarce
   */
  nextAt(scarceSeconds?: number): number;
}

/** The next read is at this share of the predicted remaining time, so that a prediction that is too long does little harm. */
const SHARE_OF_REMAINING = 0.55;
/** A job at 0 percent may be in a queue, so the next read is after this share of its age. */
const IDLE_SHARE = 0.25;
/** A prediction is trusted for as long as there is progress, and for this many times as long while requests are scarce. */
const SCARCE_TRUST = 4;
/** Progress stands still when a percent lasts this many times as long as the line says. */
const STANDS_STILL = 1.5;

export interface PollPlanOptions {
  /** When the create was answered, milliseconds of the clock. */
  readonly createdAt: number;
  /** The `max-age` that the service gave the status of another job, seconds; it counts up to 5 s. */
  readonly usualMaxAgeSeconds?: () => number | undefined;
}

/** When the service first said a percentage, or last said 0. */
interface Mark {
  readonly at: number;
  readonly percent: number;
}

/**
 * Plans the status reads of one job.
 *
 * @example
 * ```ts
 * import { createPollPlan } from "@analytics-engines/core";
 *
 * const plan = createPollPlan({ createdAt: Date.now() });
 * plan.observe({ at: Date.now(), maxAgeSeconds: 5, progress: 10 });
 * console.log(new Date(plan.nextAt()));
 * ```
 */
export function createPollPlan({ createdAt, usualMaxAgeSeconds = () => undefined }: PollPlanOptions): PollPlan {
  let at = createdAt;
  /** How long the last answer is valid, seconds; `undefined` where it does not say. */
  let validSeconds: number | undefined;
  const start: Mark = { at: createdAt, percent: 0 };
  let last: Mark | undefined;
  let beforeLast: Mark | undefined;
  /** The last moment at which the job may have been in a queue. */
  let idleAt = createdAt;

  function follow(percent: number): void {
    if (percent === 0) idleAt = at;
    else if (percent === last?.percent) return;
    beforeLast = last !== undefined && percent > last.percent ? last : undefined;
    last = { at, percent };
  }

  /** The least wait after the last answer, seconds. Without a `max-age`, a young job may end at any moment. */
  function leastWait(): number {
    const usual = positiveOrZero(usualMaxAgeSeconds() ?? ((at - createdAt) / 1000) * 2);
    return validSeconds ?? Math.max(MIN_POLL_WAIT_SECONDS, Math.min(usual, DEFAULT_MAX_AGE_SECONDS));
  }

  /** The remaining seconds by the steeper line: that from the start, or that through the last two percentages. 0 where there is none. */
  function remainingSeconds(): number {
    if (last === undefined) return 0;
    const percentPerMs = Math.max(slope(start, last), beforeLast === undefined ? 0 : slope(beforeLast, last));
    const standsMs = at - last.at;
    if (percentPerMs === 0 || standsMs * percentPerMs > STANDS_STILL) return 0;
    return ((100 - last.percent) / percentPerMs - standsMs) / 1000;
  }

  return {
    observe(answer) {
      at = answer.at;
      validSeconds = freshSeconds(answer);
      const percent = answer.progress;
      if (percent !== undefined && percent >= 0 && percent <= 100) follow(Math.floor(percent));
      else last = undefined;
    },
    nextAt(scarceSeconds = 0) {
      const leastSeconds = positiveOrZero(scarceSeconds);
      const [share, trust] = leastSeconds > 0 ? [1, SCARCE_TRUST] : [SHARE_OF_REMAINING, 1];
      const predicted =
        last?.percent === 0
          ? (IDLE_SHARE * (at - createdAt)) / 1000
          : Math.min(share * remainingSeconds(), (trust * (at - idleAt)) / 1000);
      const wait = Math.max(predicted, leastSeconds);
      return at + 1000 * Math.max(leastWait(), Math.min(wait, MAX_POLL_WAIT_SECONDS));
    },
  };
}

/** Percent for each millisecond; 0 where the progress did not grow. */
function slope(from: Mark, to: Mark): number {
  return to.at > from.at && to.percent > from.percent ? (to.percent - from.percent) / (to.at - from.at) : 0;
}

/** How long an answer is valid, seconds, within the limits; `undefined` where it does not say. */
function freshSeconds({ maxAgeSeconds, ageSeconds }: RunningAnswer): number | undefined {
  if (maxAgeSeconds === undefined || !(maxAgeSeconds >= 0)) return undefined;
  const remainingSeconds =
    Math.min(MAX_POLL_WAIT_SECONDS, maxAgeSeconds) - Math.min(MAX_POLL_WAIT_SECONDS, positiveOrZero(ageSeconds));
  return Math.max(MIN_POLL_WAIT_SECONDS, remainingSeconds);
}

/** The value if it is positive, otherwise 0. */
function positiveOrZero(value: number | undefined): number {
  return value !== undefined && value > 0 ? value : 0;
}
