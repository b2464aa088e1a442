import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, type TestJobOptions } from "../../../test/support/jobs/test-job.ts";
import {
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  RateLimitError,
  UnexpectedStatusError,
} from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { UnreachableError } from "../errors.ts";
import { type JobState, type StatusOptions, successOf } from "../protocol/job-protocol.ts";
import { watchJob } from "./watch.ts";

const earlier = handleWith(["weights"], { phase: "running" });
const createdAt = Date.parse(earlier.createdAt);
const running = (meta: Partial<typeof silentMeta> = {}): JobState => ({
  state: "running",
  meta: { ...silentMeta, ...meta },
});
const done: JobState = { state: "done", units: [successOf("weights")], meta: silentMeta };
const gone: JobState = { state: "gone" };
const lost = new ConnectionError("the connection broke");
const seeOther = new UnexpectedStatusError("303", { status: 303 });

/** Watches a job whose status reads bring these answers at once, and running after them. */
async function watch(answers: readonly (JobState | Error)[], options: TestJobOptions = {}, first?: JobState) {
  const seconds: number[] = [];
  const calls: (readonly [string, StatusOptions])[] = [];
  const rest = [...answers];
  const test = createTestJob({
    earlier,
    ...options,
    api: {
      async status(jobId, statusOptions) {
        seconds.push(test.elapsedMs() / 1000);
        calls.push([jobId, statusOptions]);
        const answer = rest.shift() ?? running();
        if (answer instanceof Error) throw answer;
        return answer;
      },
      ...options.api,
    },
  });
  const progress: (number | undefined)[] = [];
  const end: unknown = await test.clock
    .run(async () => {
      const steps = watchJob(test.job, first);
      let step = await steps.next();
      for (; !step.done; step = await steps.next()) progress.push(step.value);
      return step.value;
    })
    .catch((error: unknown) => error);
  return { ...test, seconds, calls, progress, end };
}

describe("the status of a job is read", () => {
  it.each([
    ["never where the answer to the create shows the end", done, [], []],
    ["after 5 s where statuses of other jobs say so", undefined, [done], [5]],
    ["after the max-age of the answer to the create", running({ maxAgeSeconds: 12 }), [done], [12]],
    ["after the max-age of each answer", undefined, [running({ maxAgeSeconds: 20 }), running(), done], [5, 25, 30]],
    [
      "after 2 s where there is no such job, whatever max-age said",
      running({ maxAgeSeconds: 60 }),
      [gone, done],
      [60, 62],
    ],
    ["after 1 and 2 s where reads fail", undefined, [lost, lost, done], [5, 6, 8]],
    ["after five minutes at most", running({ maxAgeSeconds: 3600 }), [done], [300]],
  ] as const)("%s", async (_title, first, answers, seconds) => {
    expect(await watch(answers, {}, first)).toMatchObject({ seconds, end: done });
  });

  it.each([
    ["1, 3 and 8 s where nothing says when", [running(), running(), done], [1, 3, 8]],
    ["1 and 3 s where the first status says 2 s", [running({ maxAgeSeconds: 2 }), done], [1, 3]],
    ["1 and 6 s where the first status says 5 s", [running({ maxAgeSeconds: 5 }), done], [1, 6]],
  ] as const)("of the first job of a connection after %s", async (_title, answers, seconds) => {
    expect((await watch(answers, { usualMaxAgeSeconds: () => undefined })).seconds).toEqual(seconds);
  });

  it("later where requests become scarce during the wait", async () => {
    let evaluations = 0;
    const { seconds } = await watch([done], { scarceSeconds: () => (evaluations++ === 0 ? 0 : 30) });
    expect(seconds).toEqual([30]);
  });

  it("sooner where requests become plenty during the wait", async () => {
    let evaluations = 0;
    // At 0, 5 and 10 s, and plenty at 15 s.
    const { seconds } = await watch([done], { scarceSeconds: () => (evaluations++ < 3 ? 20 : 0) });
    expect(seconds).toEqual([15]);
  });

  it("at first as for plenty of requests where nothing else is known, and then as for scarce ones", async () => {
    let reads = 0;
    const { seconds } = await watch([done], { scarceSeconds: () => (reads++ === 0 ? 0 : 6) });
    expect(seconds).toEqual([6]);
  });

  it("2 s after there is no such job, also where requests have become scarce", async () => {
    let evaluations = 0;
    // Twice until the first read: before the wait and after it.
    const { seconds } = await watch([gone, done], { scarceSeconds: () => (evaluations++ < 2 ? 0 : 20) });
    expect(seconds).toEqual([5, 7]);
  });

  it("as of a job that was created now, where the journal has a later time", async () => {
    const future = handleWith(["weights"], { phase: "running", createdAt: "2027-01-01T00:00:00.000Z" });
    expect((await watch([done], { earlier: future })).seconds).toEqual([5]);
  });

  it("with the id and the units of the job, until the job is stopped", async () => {
    const { calls, job } = await watch([done]);
    expect(calls).toEqual([["a1", { signal: job.stop, units: ["weights"] }]]);
  });

  it("until a moment after the stop, where it may be the result", async () => {
    const abortRequests = new AbortController().signal;
    const stop = new AbortController().signal;
    const { calls } = await watch([done], { stop, abortRequests, api: { statusIsResult: true } });
    expect(calls[0]?.[1].signal).toBe(abortRequests);
    expect((await watch([done], { stop, abortRequests })).calls[0]?.[1].signal).toBe(stop);
  });
});

describe("a watch", () => {
  it("yields the progress of each answer that says that the job is running", async () => {
    const { progress } = await watch(
      [running({ progress: 10 }), lost, gone, running(), done],
      {},
      running({ progress: 0 }),
    );
    expect(progress).toEqual([0, 10, undefined]);
  });

  it("uses the progress to read later", async () => {
    const steady = Array.from({ length: 5 }, (_, index) => running({ progress: index + 1, maxAgeSeconds: 10 }));
    const { seconds } = await watch([...steady, done]);
    expect(seconds.slice(0, 2)).toEqual([5, 15]);
    expect((seconds[5] ?? 0) - (seconds[4] ?? 0)).toBeGreaterThan(10);
  });

  it("ends with the state of the job as the service says it", async () => {
    const canceled: JobState = { state: "canceled", meta: silentMeta };
    expect((await watch([running(), canceled])).end).toBe(canceled);
    expect((await watch([gone, gone])).end).toEqual({ state: "gone", resultMayBeConsumed: false });
  });

  it("ends as complete after many answers that also say that a unit is running", async () => {
    const units = [successOf("weights")];
    const contradictory: JobState = { state: "running", contradiction: units, meta: silentMeta };
    expect((await watch(Array(20).fill(contradictory))).end).toEqual({ state: "done", units, meta: silentMeta });
  });

  it("ends with an error that a further read does not cure, and with that of a stop", async () => {
    const refused = new BadRequestError("400");
    expect(await watch([refused])).toMatchObject({ end: refused, seconds: [5], reports: [] });
    const stop = new AbortController();
    const status = async (): Promise<never> => {
      stop.abort();
      throw lost;
    };
    expect(await watch([], { stop: stop.signal, api: { status } })).toMatchObject({ end: lost, reports: [] });
  });

  it("waits out refused credentials and limits, which are no outage", async () => {
    const { end, reports } = await watch([
      new AuthenticationError("401"),
      new RateLimitError("429", { retryAfterSeconds: 1 }),
      done,
    ]);
    expect(end).toBe(done);
    expect(reports).toEqual(["answered"]);
  });

  it("reports an outage with the time at which the failed read began, and its end", async () => {
    expect((await watch([lost, running(), done])).reports).toEqual([
      "failed, begun after 5000 ms",
      "answered",
      "answered",
    ]);
  });

  it("without a deadline ends after half an hour without an answer", async () => {
    const { end, elapsedMs } = await watch(Array(100).fill(lost));
    expect(end).toBeInstanceOf(UnreachableError);
    expect(elapsedMs()).toBeGreaterThanOrEqual(1_800_000);
    expect(elapsedMs()).toBeLessThan(1_900_000);
  });

  it.each([
    [true, { state: "done", units: [successOf("result")], meta: { requestKey: undefined } }],
    [false, { name: "UnreachableError" }],
  ])(
    "that only redirects answer ends; the result is then read where the status is one (%s)",
    async (statusIsResult, end) => {
      expect((await watch(Array(100).fill(seeOther), { api: { statusIsResult } })).end).toMatchObject(end);
    },
  );
});

describe("a deadline", () => {
  const deadlineAt = () => createdAt + 62_000;

  it("gets a last read, at its time", async () => {
    const slow = running({ maxAgeSeconds: 30 });
    expect(await watch([slow, slow, slow], { deadlineAt })).toMatchObject({
      seconds: [5, 35, 62],
      end: { state: "deadline" },
    });
    expect(await watch([slow, slow, done], { deadlineAt })).toMatchObject({ seconds: [5, 35, 62], end: done });
  });

  it("is counted from the creation of the job", async () => {
    const { end, seconds } = await watch([], { deadlineAt: (at) => at + 7000 });
    expect([end, seconds]).toEqual([{ state: "deadline" }, [5, 7]]);
  });

  it("lets a job survive an outage of more than half an hour", async () => {
    const { end, elapsedMs } = await watch([...Array(60).fill(lost), done], { deadlineAt: (at) => at + 7_200_000 });
    expect(end).toBe(done);
    expect(elapsedMs()).toBeGreaterThan(1_800_000);
  });

  it("says the error of the last read, if that failed", async () => {
    const { end } = await watch(Array(100).fill(lost), { deadlineAt });
    expect(end).toEqual({ state: "deadline", error: lost });
  });

  it.each([
    ["finished meanwhile is collected", done, done],
    ["still runs has reached it", running(), { state: "deadline" }],
    ["has no status has reached it, with the error", lost, { state: "deadline", error: lost }],
  ])("that passed before a run was resumed gets one read: a job that %s", async (_title, answer, end) => {
    expect(await watch([answer], { deadlineAt: () => createdAt - 1000 })).toMatchObject({ seconds: [0], end });
  });

  it("that passed when the create is answered needs no other read", async () => {
    const { end, seconds } = await watch([], { deadlineAt: () => createdAt }, running());
    expect([end, seconds]).toEqual([{ state: "deadline" }, []]);
  });
});
