import { sleep } from "../../clock.ts";
import { wasNotSent } from "../../service/errors/connection-fault.ts";
import { backoffMs, retryAfterMs } from "../../service/throttle/retry.ts";
import { messageOf } from "../../text/errors.ts";
import { handleOf, type Job } from "../context.ts";
import { UnreachableError } from "../errors.ts";
import {
  isBareNotFound,
  isOutage,
  isRedirected,
  isRefusal,
  isTransient,
  jobBackoff,
  MAX_CONTRADICTIONS,
  MAX_NOT_FOUND,
  MAX_POLL_WAIT_SECONDS,
  mayHaveActed,
  NOT_FOUND_PATIENCE_MS,
  OUTAGE_PATIENCE_MS,
  REFUSAL_PATIENCE_MS,
  SECOND_LOOK_MS,
} from "../policy.ts";
import { ONLY_UNIT } from "../protocol/job-answers.ts";
import { type JobState, successOf } from "../protocol/job-protocol.ts";
import { createPollPlan } from "./schedule.ts";

// The decisions of a watch, without its requests and waits.

/** What the answers to the status reads of one job have shown. */
interface WatchState {
  readonly last: "nothing" | "running" | "gone" | "failure";
  /** The next read is not before this time, ms of the clock. */
  readonly notBefore: number;
  /** Answers in a row that say that there is no such job, apart from failures between them. */
  readonly denials: number;
  /** Answers that say both "complete" and "running". */
  readonly contradictions: number;
  /** Failed reads in a row. */
  readonly failures: number;
  /** When the present row of failures, of refused credentials and of bare 404s began. */
  readonly failingSince?: number | undefined;
  readonly refusedSince?: number | undefined;
  readonly notFoundSince?: number | undefined;
  /** The error of the last read, if it failed. */
  readonly error?: unknown;
  /** Whether a lost answer may have been the result. */
  readonly resultMayBeConsumed: boolean;
}

/** What happened, `at` ms of the clock. `random`: uniform in [0, 1), for jitter. */
export type WatchEvent =
  | { readonly type: "answer"; readonly at: number; readonly jobState: JobState }
  | { readonly type: "failure"; readonly at: number; readonly error: unknown; readonly random: number }
  | { readonly type: "deadline" };

/** How a watch ended. `deadline`: the job is still running; `error`: of the last read, if that failed. */
type FinalState =
  | Exclude<JobState, { readonly state: "running" }>
  | { readonly state: "deadline"; readonly error?: unknown };

export interface WatchRules {
  /** Whether a deadline ends the watch. Without one, an outage ends it after `OUTAGE_PATIENCE_MS`. */
  readonly hasDeadline: boolean;
  /** Whether the status of a finished job is its result, given once. */
  readonly statusIsResult: boolean;
}

type WatchStep = { readonly state: WatchState } | { readonly end: FinalState };

/** A lasting "see other" or "not modified" is the status of a finished job: its result is read next, and is lost if it is not there. */
const DONE_UNDER_OTHER_ADDRESS: FinalState = {
  state: "done",
  units: [successOf(ONLY_UNIT)],
  meta: { requestKey: undefined },
};

export const initialWatchState: WatchState = {
  last: "nothing",
  notBefore: 0,
  denials: 0,
  contradictions: 0,
  failures: 0,
  resultMayBeConsumed: false,
};

/**
 * The state after an event, or the end of the watch.
 * @throws UnreachableError where the service has given no status for too long
 */
export function watchStep(state: WatchState, event: WatchEvent, rules: WatchRules): WatchStep {
  switch (event.type) {
    case "answer":
      return afterAnswer(state, event.jobState, event.at);
    case "failure":
      return afterFailure(state, event, rules);
    case "deadline":
      if (rules.statusIsResult && isRedirected(state.error)) return { end: DONE_UNDER_OTHER_ADDRESS };
      return { end: { state: "deadline", ...(state.last === "failure" && { error: state.error }) } };
  }
}

function afterAnswer(
  { contradictions, denials, resultMayBeConsumed }: WatchState,
  jobState: JobState,
  at: number,
): WatchStep {
  switch (jobState.state) {
    case "running": {
      const { contradiction: units, meta } = jobState;
      const next = contradictions + (units === undefined ? 0 : 1);
      if (units !== undefined && next >= MAX_CONTRADICTIONS) return { end: { state: "done", units, meta } };
      return { state: { ...initialWatchState, last: "running", contradictions: next } };
    }
    case "gone": {
      if (denials + 1 >= MAX_NOT_FOUND) return { end: { state: "gone", resultMayBeConsumed } };
      const kept = { ...initialWatchState, contradictions, resultMayBeConsumed };
      return { state: { ...kept, last: "gone", notBefore: at + SECOND_LOOK_MS, denials: denials + 1 } };
    }
    default:
      return { end: jobState };
  }
}

function afterFailure(
  before: WatchState,
  { at, error, random }: Extract<WatchEvent, { type: "failure" }>,
  { hasDeadline, statusIsResult }: WatchRules,
): WatchStep {
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? at;
  const refusedSince = isRefusal(error) ? (before.refusedSince ?? at) : undefined;
  const notFoundSince = isBareNotFound(error) ? (before.notFoundSince ?? at) : undefined;
  const isOver =
    (!hasDeadline && at - failingSince >= OUTAGE_PATIENCE_MS) ||
    at - (refusedSince ?? at) >= REFUSAL_PATIENCE_MS ||
    at - (notFoundSince ?? at) >= NOT_FOUND_PATIENCE_MS;
  if (isOver && statusIsResult && isRedirected(error)) return { end: DONE_UNDER_OTHER_ADDRESS };
  if (isOver) throw new UnreachableError(`The service gives no status: ${messageOf(error)}`, { cause: error });
  const mayBeResult = statusIsResult && mayHaveActed(error) && !wasNotSent(error);
  return {
    state: {
      ...before,
      last: "failure",
      failures,
      failingSince,
      refusedSince,
      notFoundSince,
      error,
      resultMayBeConsumed: before.resultMayBeConsumed || mayBeResult,
      notBefore: at + (retryAfterMs(error) ?? backoffMs(failures, jobBackoff, random)),
    },
  };
}

/** A long wait is planned again after this time. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Reads the status of a job until it is finished, at the times of the poll plan, and once more at the deadline. Yields the progress in
 * percent. Network errors, 5xx, 429, unreadable answers and bare 404s are waited out; "not found" counts when the service says it twice.
 * @param first the answer to the create, which may show the state already
 * @throws UnreachableError, the signal's reason, and errors that do not pass
 */
export async function* watchJob(job: Job, first: JobState | undefined): AsyncGenerator<number | undefined, FinalState> {
  const { clock } = job;
  const { jobId, createdAt, unitIds: units } = handleOf(job);
  const createdMs = Date.parse(createdAt);
  const deadlineAt = job.deadlineAt(createdMs);
  const { statusIsResult } = job.api;
  const signal = statusIsResult ? job.abortRequests : job.stop;
  const rules = { statusIsResult, hasDeadline: deadlineAt !== Infinity };
  const { usualMaxAgeSeconds } = job;
  const plan = createPollPlan({ createdAt: Math.min(createdMs, clock.now()), usualMaxAgeSeconds });
  let state = initialWatchState;
  for (let jobState = first; ; ) {
    if (jobState !== undefined) {
      const step = watchStep(state, { type: "answer", at: clock.now(), jobState }, rules);
      if ("end" in step) return step.end;
      state = step.state;
      if (jobState.state === "running") {
        const { meta } = jobState;
        plan.observe({ at: clock.now(), ...meta });
        if (meta.maxAgeSeconds !== undefined) job.noteMaxAge(meta.maxAgeSeconds);
        yield meta.progress;
      }
    }
    // A job whose deadline passed before this run was resumed may have finished meanwhile, so it gets one read.
    if (state.last !== "nothing" && clock.now() >= deadlineAt) {
      const step = watchStep(state, { type: "deadline" }, rules);
      if ("end" in step) return step.end;
    }
    const latest = clock.now() + MAX_POLL_WAIT_SECONDS * 1000;
    await pauseUntil(job, () => {
      // Evaluated again during the wait: requests can have become scarce or plenty meanwhile.
      const due = Math.min(plan.nextAt(job.scarceSeconds()), latest);
      return Math.min(state.last === "gone" ? state.notBefore : Math.max(due, state.notBefore), deadlineAt);
    });
    const begunAt = clock.now();
    try {
      jobState = await job.api.status(jobId, { signal, units });
      job.outage.answered();
    } catch (error) {
      if (job.stop.aborted || !(isTransient(error) || isRefusal(error))) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      jobState = undefined;
      const failure = { type: "failure", at: clock.now(), error, random: job.random() } as const;
      const step = watchStep(state, failure, rules);
      if ("end" in step) return step.end;
      state = step.state;
    }
  }
}

/**
 * Waits until a time that may change during the wait. It counts the time waited, since the clock may be set back meanwhile,
 * and the time of the clock, since the process may be paused.
 */
async function pauseUntil({ clock, stop }: Job, until: () => number): Promise<void> {
  const startedAt = clock.now();
  let waitedMs = 0;
  let remainingMs = until() - startedAt;
  while (remainingMs > 0) {
    const wait = Math.min(remainingMs, LOOK_AGAIN_MS);
    await sleep(clock, wait, stop);
    waitedMs = Math.max(waitedMs + wait, clock.now() - startedAt);
    remainingMs = until() - startedAt - waitedMs;
  }
}
