import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, type TestJobOptions } from "../../test/support/jobs/test-job.ts";
import { AmbiguousCreateError, ConflictError, ConnectionError } from "../service/errors/errors.ts";
import { silentMeta } from "../testing/index.ts";
import { createJob, resumeCreate } from "./create.ts";
import { type Created, type JobProtocol, type JobState, successOf } from "./protocol/job-protocol.ts";

const meta = silentMeta;
const running: JobState = { state: "running", meta };
const gone: JobState = { state: "gone" };
const body = { data: { weights: {} } };
const lost = new ConnectionError("the connection broke");

interface Script {
  readonly create?: readonly (Created | Error)[];
  readonly status?: readonly (JobState | Error)[];
  /** Whether the parameters of the job can be read. */
  readonly exists?: boolean;
}

/** A service that gives these answers, and a list of its calls with the signals that they had. */
function serviceOf({ create = [], status = [], exists = false }: Script) {
  const calls: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const [creates, states] = [[...create], [...status]];
  const api: Partial<JobProtocol> = {
    deliveryMs: 1000,
    unitsOf: () => ["weights"],
    async create(jobId) {
      calls.push(`create ${jobId}`);
      return take(creates);
    },
    async status(jobId, { signal, units }) {
      calls.push(`status ${jobId} of ${units?.join(", ")}`);
      signals.push(signal);
      return take(states);
    },
    async exists(jobId, { signal }) {
      calls.push(`parameters ${jobId}`);
      signals.push(signal);
      return exists;
    },
  };
  return { api, calls, signals };
}

function take<Answer>(answers: (Answer | Error)[]): Answer {
  const answer = answers.shift();
  if (answer === undefined) throw new Error("The service is asked more often than the test says.");
  if (answer instanceof Error) throw answer;
  return answer;
}

/** Creates a job, or continues the create of `earlier`. */
async function play(script: Script, options: TestJobOptions = {}) {
  const { api, calls, signals } = serviceOf(script);
  const test = createTestJob({ ...options, api: { ...api, ...options.api } });
  const { job, clock } = test;
  const work = () =>
    options.earlier === undefined ? createJob(job, body) : resumeCreate(job, options.earlier.jobId, body);
  const end: unknown = await clock.run(work).catch((error: unknown) => error);
  return { ...test, calls, signals, end };
}

describe("a create", () => {
  it("is journaled before and after, with the id of the client, and reported", async () => {
    const { entries, events, calls, end } = await play({ create: [{ jobState: running }] });
    expect(entries).toMatchObject([
      { type: "create", jobId: "a1", units: ["weights"], family: "pa" },
      { type: "created", jobId: "a1" },
    ]);
    expect(events).toEqual([{ type: "job-created", key: "a.json", jobId: "a1" }]);
    expect([calls, end]).toEqual([["create a1"], running]);
    expect(entries[1]).not.toHaveProperty("units");
    expect(entries[1]).not.toHaveProperty("resultMayBeConsumed");
    expect(entries[1]).not.toHaveProperty("requestKey");
  });

  it("is journaled with the request key of its answer", async () => {
    const jobState: JobState = { state: "running", meta: { ...meta, requestKey: "K1" } };
    expect((await play({ create: [{ jobState }] })).entries[1]).toMatchObject({
      type: "created",
      requestKey: "K1",
    });
  });

  it("journals the units of a job that is finished already", async () => {
    const units = [successOf("weights")];
    const { entries } = await play({ create: [{ jobState: { state: "done", units, meta } }] });
    expect(entries[1]).toMatchObject({ type: "created", units });
  });

  it("takes the id that the service chose, but not that of another job of the run", async () => {
    const sibling = (jobId: string) => (jobId === "b2" ? Promise.resolve() : undefined);
    const taken = await play({ create: [{ jobId: "c3", jobState: running }] }, { sibling, family: "fiab" });
    expect(taken.entries[1]).toMatchObject({ type: "created", jobId: "c3" });
    const refused = await play({ create: [{ jobId: "b2", jobState: running }] }, { sibling, family: "fiab" });
    expect(refused.end).toBeInstanceOf(AmbiguousCreateError);
    expect(String(refused.end)).toContain("names another job of this run");
    expect(refused.entries.map(({ type }) => type)).toEqual(["create"]);
  });

  it("that was lost asks for the status alone where the service has the job", async () => {
    const { calls, end, reports } = await play({ create: [lost], status: [running] });
    expect(calls).toEqual(["create a1", "status a1 of weights"]);
    expect(end).toBe(running);
    expect(reports).toEqual(["failed, begun after 0 ms", "answered"]);
  });

  it.each([
    ["its only unit may be in the lost answer", ["weights"], { status: [running] }, true],
    ["its units are not in the lost answer", ["one", "two"], { status: [running] }, undefined],
    ["its parameters alone can be read", ["one", "two"], { status: [gone], exists: true }, true],
  ])("that was lost is journaled so that %s", async (_, units, script, resultMayBeConsumed) => {
    const { entries } = await play({ create: [lost], ...script }, { api: { unitsOf: () => units } });
    const created = entries.find((entry) => entry.type === "created");
    expect([created?.jobId, created?.resultMayBeConsumed]).toEqual(["a1", resultMayBeConsumed]);
  });

  it("looks with the signal that waits for a result, where the status is one", async () => {
    const [stop, abortRequests] = [new AbortController().signal, new AbortController().signal];
    const script = { create: [lost], status: [gone], exists: true };
    expect((await play(script, { stop, abortRequests })).signals).toEqual([stop, stop]);
    expect((await play(script, { stop, abortRequests, api: { statusIsResult: true } })).signals).toEqual([
      abortRequests,
      stop,
    ]);
  });

  it("that was lost is ambiguous where the service cannot say whether it has the job", async () => {
    const { end } = await play({ create: [lost], status: [new Error("the answer is unreadable")] });
    expect(String(end)).toContain("The service cannot say whether it took the job: the answer is unreadable");
  });

  it("is not sent after the deadline, and says so", async () => {
    const { calls, end } = await play({}, { deadlineAt: (createdAt) => createdAt });
    expect([calls, String(end)]).toEqual([
      [],
      "JobDeadlineError: The run's deadline passed before the job was created",
    ]);
    expect((await play({ create: [{ jobState: running }] }, { deadlineAt: (at) => at + 1 })).end).toBe(running);
  });

  it("without an id of the client's choice is not looked for, and says why it may be running", async () => {
    const { calls, end } = await play({ create: [lost] }, { family: "fiab" });
    expect(calls).toEqual(["create a1"]);
    expect(end).toBeInstanceOf(AmbiguousCreateError);
    expect(end).toMatchObject({
      message:
        "No usable answer to the create, and this family has no ids of the client's choice: the connection broke",
      cause: lost,
    });
  });
});

describe("a create that an earlier execution sent", () => {
  const earlier = handleWith(["weights"]);

  it("cannot be continued without an id", async () => {
    const { jobId: _, ...unnamed } = earlier;
    const { calls, end } = await play({}, { earlier: unnamed });
    expect(calls).toEqual([]);
    expect(end).toMatchObject({
      name: "AmbiguousCreateError",
      message: "The run was stopped while it created the calculation, so it may be running.",
    });
  });

  it("is sent again only after a gateway cannot deliver it any more", async () => {
    const api = { deliveryMs: 60_000 };
    const { elapsedMs, calls } = await play(
      { status: Array(6).fill(gone), create: [{ jobState: running }] },
      { earlier, api },
    );
    expect(elapsedMs()).toBe(60_000);
    expect(calls.at(-1)).toBe("create a1");
  });

  it("can arrive until the look was long enough, and not after it", async () => {
    const api = { deliveryMs: 60_000 };
    const longLook = await play({ status: Array(6).fill(gone), create: [{ jobState: running }] }, { earlier, api });
    expect(longLook.job.create.mayArrive).toBe(false);
    const known = await play({ status: [running] }, { earlier, api });
    expect(known.job.create.mayArrive).toBe(true);
    const duplicate = new ConflictError("409", { duplicateId: "a1" });
    const create = { mayArrive: true };
    const shortLook = await play({ create: [duplicate, { jobState: running }], status: [gone, gone] }, { create, api });
    expect(shortLook.job.create.mayArrive).toBe(true);
  });

  it("is not waited for where no gateway has it", async () => {
    const over = handleWith(["weights"], { isCreateOver: true });
    const { elapsedMs } = await play({ status: [gone, gone], create: [{ jobState: running }] }, { earlier: over });
    expect(elapsedMs()).toBe(3000);
  });
});

describe("a duplicate", () => {
  const duplicateOf = (duplicateId?: string) => new ConflictError("409", { duplicateId });

  it.each([
    ["that the service does not name", undefined],
    ["of the same id", "a1"],
  ])("%s is looked for", async (_, duplicateId) => {
    const { calls, end } = await play({ create: [duplicateOf(duplicateId)], status: [running] });
    expect(calls).toEqual(["create a1", "status a1 of weights"]);
    expect(end).toBe(running);
  });

  it("of a job that is not of the run fails with what the service says", async () => {
    const conflict = duplicateOf("b2");
    expect(await play({ create: [conflict] })).toMatchObject({ calls: ["create a1"], end: conflict });
  });

  it("of another job of the run is sent again at once when that ends, five times at most", async () => {
    const sibling = () => Promise.resolve();
    const calls = ["create a1", "create a1"];
    expect(await play({ create: [duplicateOf("b2"), { jobState: running }] }, { sibling })).toMatchObject({
      calls,
      end: running,
    });
    const create = Array.from({ length: 6 }, () => duplicateOf("b2"));
    const often = await play({ create }, { sibling });
    expect([often.calls.length, often.end]).toEqual([5, create[4]]);
  });

  it.each(["before", "during"])("of a running job of the run ends with a stop %s the wait", async (when) => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const sibling = () => {
      if (when === "before") stop.abort(reason);
      else setImmediate(() => stop.abort(reason));
      return new Promise<never>(() => {});
    };
    const { calls, end } = await play({ create: [duplicateOf("b2")] }, { sibling, stop: stop.signal });
    expect([calls, end]).toEqual([["create a1"], reason]);
  });

  it("leaves no listener at the signal when its twin has ended", async () => {
    const { signal } = new AbortController();
    await play(
      { create: [duplicateOf("b2"), { jobState: running }] },
      { sibling: () => Promise.resolve(), stop: signal },
    );
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
