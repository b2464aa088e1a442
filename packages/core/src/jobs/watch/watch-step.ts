import type { AnswerMeta } from "../../service/answer.ts";
import { wasNotSent } from "../../service/errors/connection-fault.ts";
import { backoffMs, retryAfterMs } from "../../service/throttle/retry.ts";
import { messageOf } from "../../text/errors.ts";
import { UnreachableError } from "../errors.ts";
import {
  isBareNotFound,
  isDropped,
  isRefusal,
  jobBackoff,
  MAX_CONTRADICTIONS,
  MAX_NOT_FOUND,
  mayHaveActed,
  NOT_FOUND_PATIENCE_MS,
  OUTAGE_PATIENCE_MS,
  REFUSAL_PATIENCE_MS,
  SECOND_LOOK_MS,
} from "../policy.ts";

// The decisions of a watch, without its requests and waits.

/** What the answers to the status reads of one job have shown. */
export interface WatchState {
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
  readonly mayBeConsumed: boolean;
}

/** An answer to a status read. `contradiction`: how the job ended, where an answer that says "running" also says that it is complete. */
export type WatchAnswer<Ended> =
  | { readonly state: "running"; readonly meta: AnswerMeta; readonly contradiction?: Ended | undefined }
  | { readonly state: "gone" }
  | { readonly state: "ended"; readonly end: Ended };

/** What happened, `at` ms of the clock. `random`: uniform in [0, 1), for jitter. */
export type WatchEvent<Ended> =
  | { readonly type: "answer"; readonly at: number; readonly answer: WatchAnswer<Ended> }
  | { readonly type: "failure"; readonly at: number; readonly error: unknown; readonly random: number }
  | { readonly type: "deadline" };

/** How a watch ended. `gone`: the service does not know the job. `deadline`: it is still running; `error`: of the last read, if that failed. */
export type WatchEnd<Ended> =
  | Ended
  | { readonly state: "gone"; readonly mayBeConsumed: boolean }
  | { readonly state: "deadline"; readonly error?: unknown };

export interface WatchRules<Ended> {
  /** Whether a deadline ends the watch. Without one, an outage ends it after `OUTAGE_PATIENCE_MS`. */
  readonly hasDeadline: boolean;
  /** Set where the status of a finished job is its result: the end after reads that lasting redirects answered instead of the result. */
  readonly whenDropped?: Ended;
}

export const initialWatchState: WatchState = {
  last: "nothing",
  notBefore: 0,
  denials: 0,
  contradictions: 0,
  failures: 0,
  mayBeConsumed: false,
};

/**
 * The state after an event, or the end of the watch.
 * @throws UnreachableError where the service has given no status for too long
 */
export function watchStep<Ended>(
  state: WatchState,
  event: WatchEvent<Ended>,
  rules: WatchRules<Ended>,
): { readonly state: WatchState } | { readonly end: WatchEnd<Ended> } {
  switch (event.type) {
    case "answer":
      return afterAnswer(state, event.answer, event.at);
    case "failure":
      return afterFailure(state, event, rules);
    case "deadline":
      if (rules.whenDropped !== undefined && isDropped(state.error)) return { end: rules.whenDropped };
      return { end: { state: "deadline", ...(state.last === "failure" && { error: state.error }) } };
  }
}

function afterAnswer<Ended>(
  { contradictions, denials, mayBeConsumed }: WatchState,
  answer: WatchAnswer<Ended>,
  at: number,
): { readonly state: WatchState } | { readonly end: WatchEnd<Ended> } {
  switch (answer.state) {
    case "ended":
      return { end: answer.end };
    case "running": {
      const { contradiction } = answer;
      const next = contradictions + (contradiction === undefined ? 0 : 1);
      if (contradiction !== undefined && next >= MAX_CONTRADICTIONS) return { end: contradiction };
      return { state: { ...initialWatchState, last: "running", contradictions: next } };
    }
    case "gone": {
      if (denials + 1 >= MAX_NOT_FOUND) return { end: { state: "gone", mayBeConsumed } };
      const notBefore = at + SECOND_LOOK_MS;
      return {
        state: { ...initialWatchState, last: "gone", notBefore, denials: denials + 1, contradictions, mayBeConsumed },
      };
    }
  }
}

function afterFailure<Ended>(
  before: WatchState,
  { at, error, random }: Extract<WatchEvent<Ended>, { type: "failure" }>,
  { hasDeadline, whenDropped }: WatchRules<Ended>,
): { readonly state: WatchState } | { readonly end: Ended } {
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? at;
  const refusedSince = isRefusal(error) ? (before.refusedSince ?? at) : undefined;
  const notFoundSince = isBareNotFound(error) ? (before.notFoundSince ?? at) : undefined;
  const isOver =
    (!hasDeadline && at - failingSince >= OUTAGE_PATIENCE_MS) ||
    at - (refusedSince ?? at) >= REFUSAL_PATIENCE_MS ||
    at - (notFoundSince ?? at) >= NOT_FOUND_PATIENCE_MS;
  if (isOver && whenDropped !== undefined && isDropped(error)) return { end: whenDropped };
  if (isOver) throw new UnreachableError(`The service gives no status: ${messageOf(error)}`, { cause: error });
  const mayBeResult = whenDropped !== undefined && mayHaveActed(error) && !wasNotSent(error);
  return {
    state: {
      ...before,
      last: "failure",
      failures,
      failingSince,
      refusedSince,
      notFoundSince,
      error,
      mayBeConsumed: before.mayBeConsumed || mayBeResult,
      notBefore: at + (retryAfterMs(error) ?? backoffMs(failures, jobBackoff, random)),
    },
  };
}
