import { wasNotSent } from "../service/request-not-sent.ts";
import {
  isBareNotFound,
  isDropped,
  isOutage,
  isRefusal,
  isTransient,
  MAX_NOT_FOUND,
  mayHaveActed,
  retryAfterMs,
  SECOND_LOOK_MS,
} from "./ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "./context.ts";
import { messageOf, UnreachableError } from "./errors.ts";
import { type JobState, successOf } from "./family-adapter.ts";
import { ONLY_UNIT } from "./family-single.ts";
import { createPollPlan, LONGEST_WAIT_SECONDS } from "./schedule.ts";

/** How the watch ended. `deadline`: the job still runs; `unanswered` when the last look itself failed. */
export type WatchEnd =
  | Exclude<JobState, { state: "running" }>
  | { readonly state: "deadline"; readonly unanswered: boolean };

/** Without a deadline, a service that gives no answer is asked for this long. */
const PATIENCE_MS = 30 * 60_000;
/** Refused credentials are tried for this long: a token service may be down for a moment. */
const REFUSAL_PATIENCE_MS = 2 * 60_000;
/** An address that answers a bare 404 for this long is not the service's, or not any more. */
const NOT_FOUND_PATIENCE_MS = 10 * 60_000;
/** So many answers may say "complete" and leave a unit running or unnamed at once before the first is believed. */
const MAX_CONTRADICTIONS = 20;

/** A status that says "see other" or "not modified" for good is that of a job that has ended: its result is asked for, and is lost where it is not there. */
const resultElsewhere: WatchEnd = { state: "done", units: [successOf(ONLY_UNIT)], meta: { requestKey: undefined } };

/**
 * Asks for the status until the job is finished, as the poll plan says, and once more at the deadline. Yields the
 * progress in percent. Network errors, 5xx, 429, unreadable answers and bare 404s are waited out; that the job is gone
 * is believed when it is said twice. A job that is gone is `spent` where an answer that was asked for here, and did not
 * arrive, may have been its result.
 */
export async function* watch(
  job: JobContext,
  first: JobState | undefined,
): AsyncGenerator<number | undefined, WatchEnd> {
  const { jobId, createdAt, asked: units } = handleOf(job);
  const created = Date.parse(createdAt);
  const deadlineAt = job.deadlineAt(created);
  const plan = createPollPlan({ createdAt: Math.min(created, job.clock.now()) });
  let spent = false;
  let contradictions = 0;
  let denials = 0;
  let failures = 0;
  let failingSince: number | undefined;
  let refusedSince: number | undefined;
  let notFoundSince: number | undefined;
  let notBefore = 0;
  /** Whether the last answer was to hold the result and came without it. */
  let dropped = false;

  for (let seen = first; ; ) {
    if (seen !== undefined) {
      if (seen.state === "gone" && ++denials >= MAX_NOT_FOUND) return { state: "gone", spent };
      if (seen.state !== "running" && seen.state !== "gone") return seen;
      if (seen.state === "running" && seen.contradiction !== undefined && ++contradictions >= MAX_CONTRADICTIONS) {
        return { state: "done", units: seen.contradiction, meta: seen.meta };
      }
      failures = 0;
      dropped = false;
      failingSince = refusedSince = notFoundSince = undefined;
      notBefore = 0;
      if (seen.state === "gone") {
        notBefore = job.clock.now() + SECOND_LOOK_MS;
      } else {
        denials = 0;
        spent = false;
        plan.observe({ at: job.clock.now(), ...seen.meta });
        yield seen.meta.progress;
      }
    }
    if (job.clock.now() >= deadlineAt && dropped) return resultElsewhere;
    if (job.clock.now() >= deadlineAt) return { state: "deadline", unanswered: seen === undefined && failures > 0 };
    // From here on it counts what it has waited, not what the clock says: that may be set back meanwhile, by an hour.
    const from = job.clock.now();
    const latest = from + LONGEST_WAIT_SECONDS * 1000;
    // Asked again after each wait: requests can have become scarce meanwhile.
    const due = () => Math.min(plan.nextAt(job.requestCostSeconds()), latest);
    const next = () => (seen?.state === "gone" ? notBefore : Math.max(due(), notBefore));
    const left = (waited: number) => Math.min(next(), deadlineAt) - from - waited;
    for (let waited = 0, wait = left(0); wait > 0; wait = left(waited)) {
      await pause(job, wait);
      waited += wait;
    }

    const begunAt = job.clock.now();
    try {
      seen = await job.api.status(jobId, { signal: job.api.statusIsResult ? job.halt : job.stop, units });
      job.outage.answered();
    } catch (error) {
      if (job.stop.aborted || !(isTransient(error) || isRefusal(error))) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      seen = undefined;
      failures++;
      dropped = job.api.statusIsResult && isDropped(error);
      const at = job.clock.now();
      failingSince ??= at;
      refusedSince = isRefusal(error) ? (refusedSince ?? at) : undefined;
      notFoundSince = isBareNotFound(error) ? (notFoundSince ?? at) : undefined;
      if (
        (deadlineAt === Infinity && at - failingSince >= PATIENCE_MS) ||
        (refusedSince !== undefined && at - refusedSince >= REFUSAL_PATIENCE_MS) ||
        (notFoundSince !== undefined && at - notFoundSince >= NOT_FOUND_PATIENCE_MS)
      ) {
        if (dropped) return resultElsewhere;
        throw new UnreachableError(`The service gives no status: ${messageOf(error)}`, { cause: error });
      }
      // The answer that did not arrive may have been the result.
      spent ||= job.api.statusIsResult && mayHaveActed(error) && !wasNotSent(error);
      notBefore = at + (retryAfterMs(error) ?? backoffMs(failures, job.random));
    }
  }
}
