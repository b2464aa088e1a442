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
 * Never sooner than `max-age` of the last answer allows (counted from its arrival, less its `Age`; 5 s where nothing is
 * said). Later where the progress says that the job will hardly be finished yet. What is not known is never waited for:
 * without progress, and where it stands still, goes back or makes no sense, the status is read as `max-age` says.
 */
export interface PollPlan {
  /** Call it with the answer of the create, and with each status answer that says that the job still runs. */
  observe(answer: RunningAnswer): void;
  /**
   * When to read the status next, milliseconds of the clock: after the last answer, by `LONGEST_WAIT_SECONDS` at most.
   *
   * @param pollCostSeconds what one more request costs, `Pacer.requestCostSeconds()`. While the request budget is short
   *   the plan reads less often, and takes it that the end is seen some seconds later.
   */
  nextAt(pollCostSeconds?: number): number;
}

/** Where neither the create nor the status says a `max-age`. */
export const DEFAULT_MAX_AGE_SECONDS = 5;
/** `max-age=0` allows to ask at once and for ever: no job is asked for more often than this. */
export const SHORTEST_WAIT_SECONDS = 1;
/** No `max-age` and no prediction makes the plan wait longer: a person or a deadline may wait for the job's end. */
export const LONGEST_WAIT_SECONDS = 300;

// The figures below were tuned on the two measurements of packages/bench/src/virtual: a change shows there.
/** What a read costs when requests are plenty: it is worth a tenth of a second of delay. */
const BASE_COST = 0.1;
/** Before a predicted end that is far away, one read at this share of the way makes the prediction sharper. */
const LOOK_AT = 0.8;
/** Far away is more than so many `max-age`, and so many times what a read costs. */
const LOOK_BEYOND = 3;
const LOOK_PER_COST = 9;
/** A prediction is trusted for as long as the job has run, or for so many times what a read costs. */
const TRUST_PER_COST = 10;
/** At 0 percent only for this share of its age: it may stand in a queue, and then the start of its progress is unknown. */
const IDLE_TRUST = 0.25;
/** Where nothing can be predicted, the wait is so many times what a read costs, if that is more than `max-age`. */
const BLIND_PER_COST = 1.5;
/** How many times are tried between the earliest end and the one by which the job is done with this chance. */
const TRIES = 40;
const SURE = 0.97;

/** @param options `createdAt`: when the create was answered, milliseconds of the clock. */
export function createPollPlan({ createdAt }: { readonly createdAt: number }): PollPlan {
  let at = createdAt;
  let maxAge = DEFAULT_MAX_AGE_SECONDS;
  let estimate: EndEstimate | undefined;
  /** Where the progress began: at the creation, or when a job that proved to have been queued last showed none. */
  let origin = createdAt;
  let lastIdleAt = createdAt;
  let lastPercent: number | undefined;

  function follow(percent: number): void {
    const age = () => Math.max(0.001, (at - origin) / 1000);
    estimate ??= createEndEstimate();
    estimate.observe(age(), percent);
    // Progress that moves along no known curve is followed anew from here; progress that stands still is not relied on.
    if (!estimate.explained && percent !== lastPercent) {
      origin = Math.min(lastIdleAt, at);
      estimate = createEndEstimate();
      estimate.observe(age(), percent);
    }
    if (percent === 0) lastIdleAt = at;
    lastPercent = percent;
  }

  function predictedWait(known: EndEstimate, cost: number): number {
    const age = (at - origin) / 1000;
    const end = bestAge(known, age + maxAge, maxAge, cost) - age;
    const trust = ((at - createdAt) / 1000) * (lastPercent === 0 ? IDLE_TRUST : 1);
    return Math.min(beforeTheEnd(end, maxAge, cost), Math.max(trust, cost * TRUST_PER_COST));
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
      const wait = estimate?.explained ? predictedWait(estimate, cost) : cost * BLIND_PER_COST;
      return at + 1000 * Math.max(maxAge, Math.min(wait, LONGEST_WAIT_SECONDS));
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
 * The age, from `soonest` on, at which a read costs least. What it costs: the seconds for which the job will have been
 * done unseen, and the reads. If this read finds it running, the next one is `maxAge` later at the earliest.
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
