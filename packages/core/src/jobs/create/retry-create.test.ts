import { describe, expect, it } from "vitest";
import { createTestJob, type TestJob, type TestJobOptions } from "../../../test/support/jobs/test-job.ts";
import { sleep } from "../../clock.ts";
import { INVALID_PROXY, markNotSent } from "../../service/errors/connection-fault.ts";
import {
  ConflictError,
  ConnectionError,
  ForbiddenError,
  RateLimitError,
  ServerError,
} from "../../service/errors/errors.ts";
import { UnreachableError } from "../errors.ts";
import { createOnce, findCreated } from "./retry-create.ts";

const lost = new ConnectionError("the connection broke");
const conflict = new ConflictError("a duplicate");
const refused = new ForbiddenError("403");
const noConnection = new ConnectionError("there was no connection");
markNotSent(noConnection);
const badProxy = new ConnectionError("bad proxy", { cause: Object.assign(new Error("bad"), { code: INVALID_PROXY }) });
const throttled = (retryAfterSeconds?: number) => new RateLimitError("429", { retryAfterSeconds });

interface Script {
  /** The error of each send, in order. A send after the last one succeeds. */
  readonly errors: readonly unknown[];
  /** What each look finds. Default: nothing. */
  readonly finds?: readonly (string | undefined)[];
  /** What each conflict says about whether to send again at once. Absent: the create has no such rule. */
  readonly mayResend?: readonly boolean[];
  /** Called before each send. */
  readonly beforeSend?: (sends: number) => void;
}

/** Plays a create whose sends take 500 ms each. The steps have their time in seconds. */
async function play(script: Script, options: TestJobOptions = {}) {
  const test = createTestJob(options);
  const { job, clock, elapsedMs } = test;
  const steps: string[] = [];
  const note = (what: string) => void steps.push(`${elapsedMs() / 1000} ${what}`);
  const [errors, finds, ends] = [[...script.errors], [...(script.finds ?? [])], [...(script.mayResend ?? [])]];
  let sends = 0;
  const work = () =>
    createOnce<string, string>(job, {
      checkDeadline: () => script.beforeSend?.(sends),
      async send() {
        note("send");
        sends++;
        await sleep(clock, 500);
        if (errors.length > 0) throw errors.shift();
        return "sent";
      },
      async findExisting(error, leastMs) {
        note(`look for ${leastMs} ms`);
        expect(error).toBe(script.errors[sends - 1]);
        return finds.shift();
      },
      ...(script.mayResend && {
        async waitForDuplicate(_: ConflictError, count: number) {
          note(`conflict ${count}`);
          return ends.shift() ?? false;
        },
      }),
    });
  const end: unknown = await clock.run(work).catch((error: unknown) => error);
  return { ...test, steps, end };
}

describe("a create", () => {
  it.each([
    ["that is answered is sent once", { errors: [] }, ["0 send"], { answer: "sent" }],
    [
      "whose answer is lost is not sent again if the service has it",
      { errors: [lost], finds: ["job"] },
      ["0 send", "0.5 look for 60000 ms"],
      { existing: "job" },
    ],
    [
      "that does not arrive is sent again after each look that does not find it",
      { errors: [lost, new ServerError("500")] },
      ["0 send", "0.5 look for 60000 ms", "0.5 send", "1 look for 60000 ms", "1 send"],
      { answer: "sent" },
    ],
    ["that the service refuses fails at once", { errors: [refused] }, ["0 send"], refused],
    ["whose duplicate is not to be waited for fails at once", { errors: [conflict] }, ["0 send"], conflict],
    [
      "is sent again at once when its duplicate has ended",
      { errors: [conflict, conflict], mayResend: [true, true] },
      ["0 send", "0.5 conflict 1", "0.5 send", "1 conflict 2", "1 send"],
      { answer: "sent" },
    ],
    [
      "that is its own duplicate is looked for, and no gateway can have it",
      { errors: [conflict], mayResend: [false], finds: ["job"] },
      ["0 send", "0.5 conflict 1", "0.5 look for 0 ms"],
      { existing: "job" },
    ],
    [
      "that the service refuses fails at once, also where a duplicate has a rule",
      { errors: [refused], mayResend: [] },
      ["0 send"],
      refused,
    ],
    ["waits as long as the service asks", { errors: [throttled(30)] }, ["0 send", "30.5 send"], { answer: "sent" }],
    [
      "waits longer each time where the service says no time",
      { errors: [throttled(), throttled(), throttled()] },
      ["0 send", "1.5 send", "4 send", "8.5 send"],
      { answer: "sent" },
    ],
    [
      "that was never sent is sent again without a look, later each time",
      { errors: [noConnection, noConnection, noConnection] },
      ["0 send", "1.5 send", "4 send", "8.5 send"],
      { answer: "sent" },
    ],
    ["that a wrong setting prevents fails at once", { errors: [badProxy] }, ["0 send"], badProxy],
  ] as const)("%s", async (_, script, steps, end) => {
    expect(await play(script, { api: { deliveryMs: 60_000 } })).toMatchObject({ steps, end });
  });

  it("is sent five times at most, each time after a look", async () => {
    const { steps, end } = await play({ errors: Array(9).fill(lost) });
    expect(steps.filter((step) => step.endsWith("send"))).toHaveLength(5);
    expect(steps.filter((step) => step.includes("look"))).toHaveLength(5);
    expect(end).toBe(lost);
  });

  it("for which there is no connection is tried eight times", async () => {
    const { steps, end } = await play({ errors: Array(9).fill(noConnection) });
    expect(steps).toHaveLength(8);
    expect(end).toBe(noConnection);
  });

  it("waits for an hour in all where the service asks to wait, and no longer", async () => {
    expect(await play({ errors: [throttled(3599.5)] })).toMatchObject({ end: { answer: "sent" } });
    const once = throttled(3599.6);
    expect(await play({ errors: [once] })).toMatchObject({ end: once, steps: ["0 send"] });
    const twice = throttled(2000);
    expect(await play({ errors: [throttled(2000), twice] })).toMatchObject({ end: twice });
  });

  it("says why it waits, and for how many seconds", async () => {
    const { events } = await play({ errors: [throttled(30), throttled()] });
    expect(events).toEqual([
      { type: "waiting", seconds: 30, reason: "retry-after" },
      { type: "waiting", seconds: 2, reason: "retry-after" },
    ]);
  });

  it("reports when the service answers, and since when it does not", async () => {
    expect((await play({ errors: [lost, lost] })).reports).toEqual([
      "failed, begun after 0 ms",
      "failed, begun after 500 ms",
      "answered",
    ]);
    expect((await play({ errors: [refused] })).reports).toEqual(["answered"]);
    expect((await play({ errors: [new Error("the disk is full")] })).reports).toEqual([]);
  });

  it("is not sent after a stop, nor after its deadline", async () => {
    const reason = new Error("enough");
    expect(await play({ errors: [] }, { stop: AbortSignal.abort(reason) })).toMatchObject({ steps: [], end: reason });
    const beforeSend = (sends: number) => {
      if (sends === 1) throw reason;
    };
    expect(await play({ errors: [lost, lost], beforeSend })).toMatchObject({
      steps: ["0 send", expect.stringContaining("look")],
      end: reason,
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

/** Looks that take no time: what each gives, an error if it is one. */
async function look(answers: readonly unknown[], leastMs: number, options: TestJobOptions = {}) {
  const test: TestJob = createTestJob(options);
  const left = [...answers];
  const seconds: number[] = [];
  const work = () =>
    findCreated<unknown>(test.job, "job", leastMs, async () => {
      seconds.push(test.elapsedMs() / 1000);
      const answer = left.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
  const end: unknown = await test.clock.run(work).catch((error: unknown) => error);
  return { ...test, seconds, end };
}

describe("a look for a create", () => {
  it.each([
    ["ends with what the service has", ["job"], 60_000, [1], "job"],
    ["believes the second answer that there is nothing", [undefined, undefined], 0, [1, 3], undefined],
    ["lasts exactly as long as a gateway may hold the create", [], 60_000, [1, 3, 7, 15, 31, 60], undefined],
    ["finds what arrives at the last moment", [...Array(5), "job"], 60_000, [1, 3, 7, 15, 31, 60], "job"],
    ["has its second look at that moment, if it is soon", [], 2000, [1, 2], undefined],
    ["waits on where the service fails", [undefined, lost, undefined], 10_000, [1, 3, 7, 15], undefined],
    ["waits on where the service asks to wait", [undefined, throttled(1), undefined], 0, [1, 3, 7], undefined],
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
    expect(await look([...Array(7).fill(lost), "job"], 0)).toMatchObject({ end: "job" });
  });

  it("fails at once where a further look gets the same answer", async () => {
    expect(await look([refused], 0)).toMatchObject({ seconds: [1], end: { name: "UnreachableError", cause: refused } });
  });

  it("reports an outage, and not that the service asks to wait", async () => {
    expect((await look([lost, throttled(1), "job"], 0)).reports).toEqual(["failed, begun after 1000 ms"]);
  });

  it("ends with the error of its request where the run is stopped", async () => {
    const stop = new AbortController();
    const stopped = new ConnectionError("stopped");
    const test = createTestJob({ stop: stop.signal });
    const work = findCreated(test.job, "job", 0, async () => {
      stop.abort();
      throw stopped;
    });
    await expect(test.clock.run(work)).rejects.toBe(stopped);
    expect(test.reports).toEqual([]);
  });
});
