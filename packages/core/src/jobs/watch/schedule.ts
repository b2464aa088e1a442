import { DEFAULT_MAX_AGE_SECONDS, MAX_POLL_WAIT_SECONDS, MIN_POLL_WAIT_SECONDS } from "../policy.ts";
import { createEndEstimate, type EndEstimate } from "./schedule-estimate.ts";

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
   *
   * @param pollCostSeconds the cost of one more request, `Pacer.requestCostSeconds()`. While requests are scarce, the plan reads
   *   less often, and notices the end some seconds later.
   */
  nextAt(pollCostSeconds?: number): number;
}

// These numbers are tuned on the two measurements of packages/bench/src/virtual: check a change there.
/** The cost of a read while requests are plenty: as much as a delay of a tenth of a second. */
const BASE_COST = 0.1;
/** Before a predicted end that is far away, one read at this share of the time makes the prediction more exact. */
const LOOK_AT = 0.8;
/** Far away is more than this many `max-age`, and this many times the cost of a read. */
const LOOK_BEYOND = 3;
const LOOK_PER_COST = 9;
/** A prediction is trusted for as long as the job has run, or for this many times the cost of a read. */
const TRUST_PER_COST = 10;
/** At 0 percent only for this share of its age: the job may be in a queue, so the start of its progress is unknown. */
const IDLE_TRUST = 0.25;
/** Without a prediction, the wait is this many times the cost of a read, if that is more than `max-age`. */
const PLAIN_WAIT_PER_COST = 1.5;
/** How many times to compare, at even ratios, from the earliest end to the end with the probability `SURE`. */
const TRIES = 40;
const SURE = 0.97;

export interface PollPlanOptions {
  /** When the create was answered, milliseconds of the clock. */
  readonly createdAt: number;
  /** The `max-age` that the service gave the status of another job, seconds; it counts up to 5 s. */
  readonly usualMaxAgeSeconds?: () => number | undefined;
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
  let estimate: EndEstimate | undefined;
  /** The start of the progress: the creation, or the last answer without progress of a job that was queued. */
  let origin = createdAt;
  let lastIdleAt = createdAt;
  let lastPercent: number | undefined;

  function follow(percent: number): void {
    const age = () => Math.max(0.001, (at - origin) / 1000);
    estimate ??= createEndEstimate();
    estimate.observe(age(), percent);
    // Progress that fits no curve starts a new estimate from here; progress that stops gives no estimate.
    if (!estimate.explained && percent !== lastPercent) {
      origin = Math.min(lastIdleAt, at);
      estimate = createEndEstimate();
      estimate.observe(age(), percent);
    }
    if (percent === 0) lastIdleAt = at;
    lastPercent = percent;
  }

  /** The least wait after the last answer, seconds. Without a `max-age`, a young job may end at any moment. */
  function leastWait(): number {
    const usual = positiveOrZero(usualMaxAgeSeconds() ?? ((at - createdAt) / 1000) * 2);
    return validSeconds ?? Math.max(MIN_POLL_WAIT_SECONDS, Math.min(usual, DEFAULT_MAX_AGE_SECONDS));
  }

  function predictedWait(endEstimate: EndEstimate, maxAge: number, cost: number): number {
    const age = (at - origin) / 1000;
    const end = bestAge(endEstimate, age + maxAge, maxAge, cost) - age;
    const trust = ((at - createdAt) / 1000) * (lastPercent === 0 ? IDLE_TRUST : 1);
    return Math.min(beforeTheEnd(end, maxAge, cost), Math.max(trust, cost * TRUST_PER_COST));
  }

  return {
    observe(answer) {
      at = answer.at;
      validSeconds = freshSeconds(answer);
      const percent = answer.progress;
      if (percent !== undefined && percent >= 0 && percent <= 100) follow(Math.floor(percent));
      else estimate = undefined;
    },
    nextAt(pollCostSeconds = 0) {
      const cost = BASE_COST + positiveOrZero(pollCostSeconds);
      const maxAge = leastWait();
      const wait = estimate?.explained ? predictedWait(estimate, maxAge, cost) : cost * PLAIN_WAIT_PER_COST;
      return at + 1000 * Math.max(maxAge, Math.min(wait, MAX_POLL_WAIT_SECONDS));
    },
  };
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

/**
 * The age, from `soonest` on, at which a read costs least: the seconds between the end of the job and the read, and the reads
 * themselves. If the job is still running at this read, the next one is `maxAge` later at the earliest.
 */
function bestAge(estimate: EndEstimate, soonest: number, maxAge: number, cost: number): number {
  const first = Math.max(soonest, estimate.earliest());
  const last = Math.max(first, estimate.ageAt(SURE));
  const costOf = (age: number) => {
    const chanceDone = estimate.doneBy(age);
    const chanceDoneNext = estimate.doneBy(age + maxAge);
    const unseen = estimate.idleBy(age + maxAge) - maxAge * chanceDone;
    return unseen + (1 - chanceDone) * cost + (1 - chanceDoneNext) * (cost + maxAge / 2);
  };
  let best = first;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= TRIES; step++) {
    const age = first * (last / first) ** (step / TRIES);
    const total = costOf(age);
    if (total < least) {
      best = age;
      least = total;
    }
  }
  return best;
}

/** Splits a long wait in two. */
function beforeTheEnd(wait: number, maxAge: number, cost: number): number {
  if (wait <= Math.max(LOOK_BEYOND * maxAge, LOOK_PER_COST * cost)) return wait;
  return Math.min(wait - maxAge, wait * LOOK_AT);
}
