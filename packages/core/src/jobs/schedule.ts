import { createEndEstimate, type EndEstimate } from "./schedule-estimate.ts";

/** One answer that says that the job still runs: of a create (202) or of a status read (202). */
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
 * Decides when a job's status is worth reading again.
 *
 * Never sooner than `max-age` of the last answer allows (counted from its arrival, less its `Age`; 5 s where nothing is said). Later where the progress
 * says that the job cannot be finished yet. What is not known is never waited for: without progress, and where it stands still, goes back
 * or makes no sense, the status is read as `max-age` says.
 */
export interface PollPlan {
  /** Call it with the answer of the create, and with each status answer that says that the job still runs. */
  observe(answer: RunningAnswer): void;
  /**
   * When to read the status next, milliseconds of the clock: later than the last answer, by `LONGEST_WAIT_SECONDS` at most.
   *
   * @param pollCostSeconds what one more request costs the others, `Pacer.requestCostSeconds()`: while the request budget is short, the plan reads less
   *   often, and takes it that the end is seen some seconds later. Ask again before a read that has waited.
   */
  nextAt(pollCostSeconds?: number): number;
}

/** Where neither the create nor the status says a `max-age`. */
export const DEFAULT_MAX_AGE_SECONDS = 5;
/** `max-age=0` allows to ask at once and for ever: no job is asked for more often than this. */
export const SHORTEST_WAIT_SECONDS = 1;
/** No `max-age` and no prediction makes the plan wait longer: a job that ended may be waited for by a person or a deadline. */
export const LONGEST_WAIT_SECONDS = 300;

/** What a read costs when requests are plenty: it is worth a tenth of a second of delay. */
const BASE_COST = 0.1;
/** Before a predicted end that is far away, one read at this share of the way makes the prediction sharper. */
const LOOK_AT = 0.8;
/** Far away is more than so many `max-age`, and so many times what a read costs. */
const LOOK_BEYOND = 3;
const LOOK_PER_COST = 9;
/** A prediction is trusted for as long as the job has run, or for so many times what a read costs. */
const TRUST_PER_COST = 10;
/** Where nothing can be predicted, the wait is so many times what a read costs, if that is more than `max-age`. */
const BLIND_PER_COST = 1.5;
/** How many times between the earliest and the latest end are tried. */
const TRIES = 40;
const SURE = 0.97;

/** @param options `createdAt`: when the create was answered, milliseconds of the clock. */
export function createPollPlan({ createdAt }: { readonly createdAt: number }): PollPlan {
  let at = createdAt;
  let maxAge = DEFAULT_MAX_AGE_SECONDS;
  let estimate: EndEstimate | undefined;
  /** The progress counts from here: the creation, or the last time that a job which then proved to have been queued showed no progress. */
  let origin = createdAt;
  let lastIdleAt = createdAt;
  let lastPercent: number | undefined;

  function follow(percent: number): void {
    const age = () => Math.max(0.001, (at - origin) / 1000);
    estimate ??= createEndEstimate();
    estimate.observe(age(), percent);
    // A progress that moves, but along no curve that fits from the start, is followed anew from here; one that stands still is not relied on.
    if (!estimate.explained && percent !== lastPercent) {
      origin = Math.min(lastIdleAt, at);
      estimate = createEndEstimate();
      estimate.observe(age(), percent);
    }
    if (percent === 0) lastIdleAt = at;
    lastPercent = percent;
  }

  return {
    observe(answer) {
      at = answer.at;
      maxAge = freshSeconds(answer);
      const percent = answer.progress;
      if (percent !== undefined && percent >= 0 && percent <= 100) follow(Math.floor(percent));
      else estimate = undefined;
    },
    nextAt(pollCostSeconds = 0) {
      const cost = BASE_COST + orNothing(pollCostSeconds);
      if (!estimate?.explained)
        return at + 1000 * Math.min(LONGEST_WAIT_SECONDS, Math.max(maxAge, cost * BLIND_PER_COST));
      const age = (at - origin) / 1000;
      const end = bestAge(estimate, age + maxAge, maxAge, cost) - age;
      const trusted = Math.max((at - createdAt) / 1000, cost * TRUST_PER_COST);
      return at + 1000 * Math.max(maxAge, Math.min(beforeTheEnd(end, maxAge, cost), trusted, LONGEST_WAIT_SECONDS));
    },
  };
}

/** How long an answer stands, seconds, within the bounds above. */
function freshSeconds({ maxAgeSeconds, ageSeconds }: RunningAnswer): number {
  const said = maxAgeSeconds !== undefined && maxAgeSeconds >= 0 ? maxAgeSeconds : DEFAULT_MAX_AGE_SECONDS;
  const left = Math.min(LONGEST_WAIT_SECONDS, said) - Math.min(LONGEST_WAIT_SECONDS, orNothing(ageSeconds));
  return Math.max(SHORTEST_WAIT_SECONDS, left);
}

/** What is no positive number counts as nothing. */
function orNothing(value: number | undefined): number {
  return value !== undefined && value > 0 ? value : 0;
}

/**
 * The age, from `soonest` on, at which a read costs least: the seconds for which the job will have been done unseen, and the reads. If the read finds it running,
 * the next one is `maxAge` later at the earliest.
 */
function bestAge(estimate: EndEstimate, soonest: number, maxAge: number, cost: number): number {
  const first = Math.max(soonest, estimate.earliest());
  const last = Math.max(first, estimate.ageAt(SURE));
  const costOf = (age: number) => {
    const done = estimate.doneBy(age);
    const doneNext = estimate.doneBy(age + maxAge);
    const unseen = estimate.idleBy(age + maxAge) - maxAge * done;
    return unseen + (1 - done) * cost + (1 - doneNext) * (cost + maxAge / 2);
  };
  let best = first;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= TRIES; step++) {
    const age = first + ((last - first) * step) / TRIES;
    const total = costOf(age);
    if (total < least) {
      best = age;
      least = total;
    }
  }
  return best;
}

/** A far end is not waited for in one go. */
function beforeTheEnd(wait: number, maxAge: number, cost: number): number {
  if (wait <= Math.max(LOOK_BEYOND * maxAge, LOOK_PER_COST * cost)) return wait;
  return Math.min(wait - maxAge, wait * LOOK_AT);
}
