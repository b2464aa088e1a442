import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, type TestJobOptions } from "../../test/support/jobs/test-job.ts";
import { sleep } from "../clock.ts";
import { INVALID_PROXY, markNotSent } from "../service/errors/connection-fault.ts";
import {
  ConflictError,
  ConnectionError,
  ForbiddenError,
  RateLimitError,
  ServerError,
} from "../service/errors/errors.ts";
import { silentMeta } from "../testing/index.ts";
import { createJob, resumeCreate } from "./create.ts";
import { UnreachableError } from "./errors.ts";
import type { JobState } from "./protocol/job-protocol.ts";

const running: JobState = { state: "running", meta: silentMeta };
const gone: JobState = { state: "gone" };
const lost = new ConnectionError("the connection broke");
const conflict = new ConflictError("a duplicate");
const refused = new ForbiddenError("403");
const noConnection = new ConnectionError("there was no connection");
markNotSent(noConnection);
const badProxy = new ConnectionError("bad proxy", { cause: Object.assign(new Error("bad"), { code: INVALID_PROXY }) });
const throttled = (retryAfterSeconds?: number) => new RateLimitError("429", { retryAfterSeconds });

/** The duplicate is a job of the run that has ended. */
const siblingEnded = { sibling: () => Promise.resolve() };
const conflictWithSibling = new ConflictError("a duplicate", { duplicateId: "b2" });

interface Script {
  /** The error of each send, in order. A send after the last one succeeds. */
  readonly errors: readonly unknown[];
  /** What each look finds. Default: nothing. */
  readonly finds?: readonly JobState[];
}

/** Plays a create whose sends take 500 ms each. The steps have their time in seconds. */
async function play(script: Script, options: TestJobOptions = {}) {
  const steps: string[] = [];
  const note = (what: string) => void steps.push(`${test.elapsedMs() / 1000} ${what}`);
  const [errors, finds] = [[...script.errors], [...(script.finds ?? [])]];
  const test = createTestJob({
    ...options,
    api: {
      deliveryMs: 2000,
      unitsOf: () => ["weights"],
      async create() {
        note("send");
        await sleep(test.clock, 500);
        if (errors.length > 0) throw errors.shift();
        return { jobState: running };
      },
      async status() {
        note("look");
        return finds.shift() ?? gone;
      },
      exists: async () => false,
      ...options.api,
    },
  });
  const work = () => createJob(test.job, { data: { weights: {} } });
  const end: unknown = await test.clock.run(work).catch((error: unknown) => error);
  return { ...test, steps, end };
}

describe("a create", () => {
  it.each([
    ["that is answered is sent once", { errors: [] }, {}, ["0 send"], running],
    [
      "whose answer is lost is not sent again if the service has it",
      { errors: [lost], finds: [running] },
      {},
      ["0 send", "1.5 look"],
      running,
    ],
    [
      "that does not arrive is sent again after each look that does not find it",
      { errors: [lost, new ServerError("500")] },
      {},
      ["0 send", "1.5 look", "2.5 look", "2.5 send", "4 look", "5 look", "5 send"],
      running,
    ],
    ["that the service refuses fails at once", { errors: [refused] }, {}, ["0 send"], refused],
    [
      "whose duplicate is not to be waited for fails at once",
      { errors: [conflictWithSibling] },
      {},
      ["0 send"],
      conflictWithSibling,
    ],
    [
      "is sent again at once when its duplicate has ended",
      { errors: [conflictWithSibling, conflictWithSibling] },
      siblingEnded,
      ["0 send", "0.5 send", "1 send"],
      running,
    ],
    [
      "that is its own duplicate is looked for, and no gateway can have it",
      { errors: [conflict] },
      { api: { deliveryMs: 60_000 } },
      ["0 send", "1.5 look", "3.5 look", "3.5 send"],
      running,
    ],
    [
      "that the service refuses fails at once, also where a duplicate has ended",
      { errors: [refused] },
      siblingEnded,
      ["0 send"],
      refused,
    ],
    ["waits as long as the service asks", { errors: [throttled(30)] }, {}, ["0 send", "30.5 send"], running],
    [
      "waits longer each time where the service says no time",
      { errors: [throttled(), throttled(), throttled()] },
      {},
      ["0 send", "1.5 send", "4 send", "8.5 send"],
      running,
    ],
    [
      "that was never sent is sent again without a look, later each time",
      { errors: [noConnection, noConnection, noConnection] },
      {},
      ["0 send", "1.5 send", "4 send", "8.5 send"],
      running,
    ],
    ["that a wrong setting prevents fails at once", { errors: [badProxy] }, {}, ["0 send"], badProxy],
  ] as const)("%s", async (_, script, options, steps, end) => {
    expect(await play(script, options)).toMatchObject({ steps, end });
  });

  it("is sent five times at most, each time after a look", async () => {
    const { steps, end } = await play({ errors: Array(9).fill(lost) });
    expect(steps.filter((step) => step.endsWith("send"))).toHaveLength(5);
    // Two answers say that the service does not have it.
    expect(steps.filter((step) => step.endsWith("look"))).toHaveLength(10);
    expect(end).toBe(lost);
  });

  it("for which there is no connection is tried eight times", async () => {
    const { steps, end } = await play({ errors: Array(9).fill(noConnection) });
    expect(steps).toHaveLength(8);
    expect(end).toBe(noConnection);
  });

  it("waits for an hour in all where the service asks to wait, and no longer", async () => {
    expect(await play({ errors: [throttled(3599.5)] })).toMatchObject({ end: running });
    const once = throttled(3599.6);
    expect(await play({ errors: [once] })).toMatchObject({ end: once, steps: ["0 send"] });
    const twice = throttled(2000);
    expect(await play({ errors: [throttled(2000), twice] })).toMatchObject({ end: twice });
  });

  it("says why it waits, and for how many seconds", async () => {
    const { events } = await play({ errors: [throttled(30), throttled()] });
    expect(events.filter(({ type }) => type === "waiting")).toEqual([
      { type: "waiting", seconds: 30, reason: "retry-after" },
      { type: "waiting", seconds: 2, reason: "retry-after" },
    ]);
  });

  it("reports when the service answers, and since when it does not", async () => {
    expect((await play({ errors: [lost, lost] })).reports).toEqual([
      "failed, begun after 0 ms",
      ...["answered", "answered"],
      "failed, begun after 2500 ms",
      ...["answered", "answered"],
      "answered",
    ]);
    expect((await play({ errors: [refused] })).reports).toEqual(["answered"]);
    expect((await play({ errors: [new Error("the disk is full")] })).reports).toEqual([]);
  });

  it("is not sent after a stop, nor after its deadline", async () => {
    const reason = new Error("enough");
    expect(await play({ errors: [] }, { stop: AbortSignal.abort(reason) })).toMatchObject({ steps: [], end: reason });
    let isLate = false;
    const deadlineAt = (now: number) => {
      const end = isLate ? now : Infinity;
      isLate = true;
      return end;
    };
    expect(await play({ errors: [lost, lost] }, { deadlineAt })).toMatchObject({
      steps: ["0 send", "1.5 look", "2.5 look"],
      end: { name: "JobDeadlineError" },
    });
  });

  it("that a stop ends is not looked for, and is no outage", async () => {
    expect(await play({ errors: [lost] }, { abortRequests: AbortSignal.abort() })).toMatchObject({
      steps: ["0 send"],
      end: lost,
      reports: [],
    });
  });
});

/** Looks that take no time: what each gives, an error if it is one. @param leastMs how long a gateway may hold the create */
async function look(answers: readonly (JobState | Error)[], leastMs: number, options: TestJobOptions = {}) {
  const rest = [...answers];
  const seconds: number[] = [];
  const test = createTestJob({
    earlier: handleWith(["weights"]),
    ...options,
    api: {
      deliveryMs: leastMs,
      async status() {
        seconds.push(test.elapsedMs() / 1000);
        const answer = rest.shift() ?? gone;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      exists: async () => false,
      ...options.api,
    },
  });
  const work = () => resumeCreate(test.job, "a1", undefined);
  const end: unknown = await test.clock.run(work).catch((error: unknown) => error);
  return { ...test, seconds, end };
}

/** The end of a look that finds nothing. */
const nothing = { name: "NotFoundError", message: "The service never took job a1. Submit its request again." };

describe("a look for a create", () => {
  it.each([
    ["ends with what the service has", [running], 60_000, [1], running],
    ["believes the second answer that there is nothing", [gone, gone], 0, [1, 3], nothing],
    ["lasts exactly as long as a gateway may hold the create", [], 60_000, [1, 3, 7, 15, 31, 60], nothing],
    [
      "finds what arrives at the last moment",
      [...Array(5).fill(gone), running],
      60_000,
      [1, 3, 7, 15, 31, 60],
      running,
    ],
    ["has its second look at that moment, if it is soon", [], 2000, [1, 2], nothing],
    ["waits on where the service fails", [gone, lost, gone], 10_000, [1, 3, 7, 15], nothing],
    ["waits on where the service asks to wait", [gone, throttled(1), gone], 0, [1, 3, 7], nothing],
  ] as const)("%s", async (_, answers, leastMs, seconds, end) => {
    expect(await look(answers, leastMs)).toMatchObject({ seconds, end });
  });

  it("fails after eight looks that nobody answers, and finds the job at the eighth", async () => {
    const cannotSay = await look(Array(9).fill(lost), 0);
    expect(cannotSay.seconds).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
    expect(cannotSay.end).toBeInstanceOf(UnreachableError);
    expect(cannotSay.end).toMatchObject({
      message: "The service cannot say whether it took the job: the connection broke",
      cause: lost,
    });
    expect(await look([...Array(7).fill(lost), running], 0)).toMatchObject({ end: running });
  });

  it("fails at once where a further look gets the same answer", async () => {
    expect(await look([refused], 0)).toMatchObject({ seconds: [1], end: { name: "UnreachableError", cause: refused } });
  });

  it("reports an outage, and not that the service asks to wait", async () => {
    const { reports } = await look([lost, throttled(1), running], 0);
    expect(reports).toEqual(["failed, begun after 1000 ms", "answered"]);
  });

  it("ends with the error of its request where the run is stopped", async () => {
    const stop = new AbortController();
    const stopped = new ConnectionError("stopped");
    const status = async () => {
      stop.abort();
      throw stopped;
    };
    expect(await look([], 0, { stop: stop.signal, api: { status } })).toMatchObject({ end: stopped, reports: [] });
  });
});
