import { describe, expect, it } from "vitest";
import { markNotSent } from "../../service/errors/connection-fault.ts";
import {
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  UnexpectedStatusError,
} from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { UnreachableError } from "../errors.ts";
import { MAX_CONTRADICTIONS } from "../policy.ts";
import { type JobState, successOf } from "../protocol/job-protocol.ts";
import { initialWatchState, type WatchEvent, type WatchRules, watchStep } from "./watch.ts";

const minute = 60_000;
const meta = silentMeta;
const running: JobState = { state: "running", meta };
const units = [successOf("weights")];
const done: JobState = { state: "done", units, meta };
const contradictory: JobState = { state: "running", meta, contradiction: units };
const gone: JobState = { state: "gone" };
const lost = new ConnectionError("the connection broke");
const unsent = new ConnectionError("there was no connection");
markNotSent(unsent);
const refused = new AuthenticationError("401");
const bare404 = new NotFoundError("404");
const seeOther = new UnexpectedStatusError("303", { status: 303 });

const answerEvent = (jobState: JobState, at = 0): WatchEvent => ({ type: "answer", at, jobState });
const failure = (error: unknown, at = 0): WatchEvent => ({ type: "failure", at, error, random: 1 });
const deadline: WatchEvent = { type: "deadline" };

const byStatus: WatchRules = { hasDeadline: false, statusIsResult: false };
const untilDeadline: WatchRules = { hasDeadline: true, statusIsResult: false };
/** The rules of a job whose status is its result. */
const byResult: WatchRules = { hasDeadline: false, statusIsResult: true };

/** The end where redirects answer in the place of the result. */
const doneElsewhere = { state: "done", units: [successOf("result")], meta: { requestKey: undefined } };

/** The end after these events, or the state. */
function play(events: readonly WatchEvent[], rules = byStatus) {
  let state = initialWatchState;
  for (const event of events) {
    const step = watchStep(state, event, rules);
    if ("end" in step) return step;
    state = step.state;
  }
  return { state };
}

describe("a watch ends", () => {
  it.each([
    ["with the end that an answer shows", [answerEvent(running), answerEvent(done)], byStatus, done],
    [
      "as gone after two denials, also with a failure between them",
      [answerEvent(gone), failure(lost), answerEvent(gone)],
      byStatus,
      { state: "gone", resultMayBeConsumed: false },
    ],
    [
      "as gone and consumed where a lost answer may have been the result",
      [failure(lost), answerEvent(gone), answerEvent(gone)],
      byResult,
      { state: "gone", resultMayBeConsumed: true },
    ],
    [
      "as gone and consumed where another failure came after the lost answer, and before the denials",
      [failure(lost), failure(unsent), answerEvent(gone), failure(unsent), answerEvent(gone)],
      byResult,
      { state: "gone", resultMayBeConsumed: true },
    ],
    [
      "as gone and not consumed where the job was running after the lost answer",
      [failure(lost), answerEvent(running), answerEvent(gone), answerEvent(gone)],
      byResult,
      { state: "gone", resultMayBeConsumed: false },
    ],
    [
      "as gone and not consumed where the status is not the result",
      [failure(lost), answerEvent(gone), answerEvent(gone)],
      byStatus,
      { state: "gone", resultMayBeConsumed: false },
    ],
    [
      "as gone and not consumed where the request was not sent",
      [failure(unsent), answerEvent(gone), answerEvent(gone)],
      byResult,
      { state: "gone", resultMayBeConsumed: false },
    ],
    [
      "as complete after many contradictory answers, in a row or not",
      Array.from({ length: MAX_CONTRADICTIONS }, () => [answerEvent(contradictory), answerEvent(running)]).flat(),
      byStatus,
      done,
    ],
    [
      "at its deadline while the job is running",
      [answerEvent(running), deadline],
      untilDeadline,
      { state: "deadline" },
    ],
    [
      "at its deadline with the error of the last read",
      [answerEvent(running), failure(lost), deadline],
      untilDeadline,
      { state: "deadline", error: lost },
    ],
    ["at its deadline as elsewhere after a redirect", [failure(seeOther), deadline], byResult, doneElsewhere],
    [
      "at its deadline with the redirect where the status is not the result",
      [failure(seeOther), deadline],
      byStatus,
      { state: "deadline", error: seeOther },
    ],
    [
      "at its deadline with another error, also where the status is the result",
      [failure(lost), deadline],
      byResult,
      { state: "deadline", error: lost },
    ],
    [
      "as elsewhere after half an hour of redirects",
      [failure(seeOther), failure(seeOther, 30 * minute)],
      byResult,
      doneElsewhere,
    ],
  ] as const)("%s", (_, events, rules, end) => {
    expect(play(events, rules)).toEqual({ end });
  });

  it.each([
    ["half an hour of failures without a deadline", lost, 30 * minute, byStatus],
    ["half an hour of redirects where the status is not the result", seeOther, 30 * minute, byStatus],
    ["two minutes of refused credentials", refused, 2 * minute, untilDeadline],
    ["ten minutes of bare 404s", bare404, 10 * minute, untilDeadline],
  ])("with an error after %s, and not before", (_, error, longest, rules) => {
    const start = 5000;
    const over = start + longest;
    expect(play([failure(error, start), failure(error, over - 1)], rules)).toHaveProperty("state");
    expect(play([failure(error, start), answerEvent(running, over), failure(error, over)], rules)).toHaveProperty(
      "state",
    );
    const end = () => play([failure(error, start), failure(error, over)], rules);
    expect(end).toThrow(UnreachableError);
    expect(end).toThrow(
      expect.objectContaining({ message: `The service gives no status: ${error.message}`, cause: error }),
    );
  });

  it("as elsewhere only after half an hour of redirects", () => {
    expect(play([failure(seeOther), failure(seeOther, 30 * minute - 1)], byResult)).toHaveProperty("state");
  });

  it("as complete only after twenty contradictory answers, of which others do not count", () => {
    const answers = Array.from({ length: MAX_CONTRADICTIONS - 1 }, () => [
      answerEvent(contradictory),
      answerEvent(running),
    ]);
    expect(play(answers.flat())).toEqual({
      state: { ...initialWatchState, last: "running", contradictions: MAX_CONTRADICTIONS - 1 },
    });
  });
});

describe("the next read waits", () => {
  it.each([
    ["for the poll plan alone while the job is running", [answerEvent(running, 50)], 0],
    ["2 s after a denial", [answerEvent(gone, 50)], 2050],
    ["1 s after a failure", [failure(lost, 50)], 1050],
    ["4 s after the third failure", [failure(lost, 50), failure(lost, 50), failure(lost, 50)], 4050],
    [
      "1 s after a failure that follows an answer",
      [failure(lost, 50), answerEvent(running, 50), failure(lost, 50)],
      1050,
    ],
    ["as long as the service asks", [failure(new RateLimitError("429", { retryAfterSeconds: 30 }), 50)], 30_050],
    ["an hour at most", [failure(new RateLimitError("429", { retryAfterSeconds: 86_400 }), 50)], 3_600_050],
  ])("%s", (_, events, notBefore) => {
    expect(play(events)).toMatchObject({ state: { notBefore } });
  });
});
