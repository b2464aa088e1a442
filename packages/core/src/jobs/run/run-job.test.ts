import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, runTestJob } from "../../../test/support/jobs/test-job.ts";
import {
  AmbiguousCreateError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  ServerError,
  ServiceError,
} from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { StorageError, UnreachableError } from "../errors.ts";
import { type JobState, successOf } from "../protocol/job-protocol.ts";
import { runJob } from "./run-job.ts";

const requestBody = { data: { weights: {} } };
const runningHandle = handleWith(["weights"], { phase: "running" });

describe("a create that fails", () => {
  /** Runs a job whose create fails with this error, after a stop if `isStopped`. */
  function fail(error: unknown, isStopped: boolean) {
    const stop = new AbortController();
    const create = async (): Promise<never> => {
      if (isStopped) stop.abort(new Error("enough"));
      throw error;
    };
    return runTestJob({ stop: stop.signal, api: { create } });
  }

  it.each([
    ["PUT", new BadRequestError("400", { status: 400, method: "PUT" }), "bad-request"],
    ["POST", new ForbiddenError("403", { status: 403, method: "POST" }), "forbidden"],
  ])(
    "because the service refuses the %s leaves nothing to cancel, also in a run that was stopped",
    async (_method, error, code) => {
      for (const isStopped of [true, false]) {
        const { outcome, cancels } = await fail(error, isStopped);
        expect(outcome).toMatchObject({ status: "failure", jobId: undefined, problem: { code } });
        expect(cancels).toEqual([]);
      }
    },
  );

  it.each([
    ["another request was refused", new ForbiddenError("403", { status: 403, method: "GET" })],
    ["a job with the same parameters exists", new ConflictError("409", { status: 409, method: "PUT" })],
    ["the service may have acted", new ServerError("500", { status: 500, method: "PUT" })],
    ["no status says that it was refused", new ServiceError("no status", { method: "PUT" })],
    ["something else went wrong", Object.assign(new Error("refused"), { status: 400, method: "PUT" })],
  ])("in a run that was stopped is canceled where %s", async (_title, error) => {
    const { outcome, cancels } = await fail(error, true);
    expect(outcome).toMatchObject({ status: "canceled", problem: { code: "canceled" } });
    expect(cancels).toEqual(["a1"]);
  });

  it("is a refusal only while the job is not created", async () => {
    const stop = new AbortController();
    const status = async (): Promise<never> => {
      stop.abort(new Error("enough"));
      throw new ForbiddenError("403", { status: 403, method: "PUT" });
    };
    const { cancels } = await runTestJob({ stop: stop.signal, earlier: runningHandle, api: { status } });
    expect(cancels).toEqual(["a1"]);
  });
});

describe("a job that ends by an error", () => {
  const address = " The job's address is https://api.example/analytics/engines/pa/v3/calculations/a1.";
  const statusFails = (error: Error) => ({ earlier: runningHandle, api: { status: () => Promise.reject(error) } });
  const createFails = (error: Error) => ({ api: { create: () => Promise.reject(error) } });
  const outage = new UnreachableError("The service gives no status");
  const ambiguity = new AmbiguousCreateError("It may be running");
  const twin = new ConflictError("409", { status: 409, method: "PUT", duplicateId: "b2" });
  const refusal = new BadRequestError("400");
  const fault = new Error("no memory");
  const noId = () => {
    throw fault;
  };
  it.each([
    [
      "of the network",
      statusFails(outage),
      `unknown unreachable: The service gives no status.${address} Resume the run to ask again.`,
    ],
    [
      "of the network before it has an id",
      { ...createFails(outage), family: "fiab" },
      "unknown unreachable: The service gives no status. Resume the run to ask again.",
    ],
    [
      "that leaves open whether it was created",
      { ...createFails(ambiguity), family: "fiab" },
      `unknown ambiguous-create: It may be running. ${AmbiguousCreateError.advice}`,
    ],
    [
      "that names a job of somebody else",
      createFails(twin),
      "failure conflict: The service already has job b2 with the same parameters, which is not of this run, so this run does not read its results. Wait for it to end or cancel it, then run again.",
    ],
    [
      "of the service while it runs",
      statusFails(new ConflictError("409")),
      `unknown conflict: 409. ${ConflictError.advice}${address}`,
    ],
    ["of this side while it runs", statusFails(fault), `unknown internal: no memory.${address}`],
    ["of this side before its create", { newJobId: noId }, "failure internal: no memory."],
    ["of this side during its create", createFails(fault), "failure internal: no memory."],
    [
      "of this side during a create without an id",
      { ...createFails(fault), family: "fiab" },
      "unknown internal: no memory.",
    ],
    [
      "of the service during a create without an id",
      { ...createFails(refusal), family: "fiab" },
      `failure bad-request: 400. ${BadRequestError.advice}`,
    ],
  ] as const)("%s says what happened and what to do", async (_title, options, end) => {
    expect((await runTestJob(options)).end).toBe(end);
  });
});

describe("the outcome of a job", () => {
  it("has the request keys of its answers and of its error, and is journaled and reported as it is", async () => {
    const earlier = handleWith(["weights"], { phase: "running", requestKeys: ["K1"] });
    const status = () => Promise.reject(new BadRequestError("400", { requestKey: "K2" }));
    const { outcome, entries, events } = await runTestJob({ earlier, api: { status } });
    expect(outcome).toMatchObject({ status: "unknown", requestKeys: ["K1", "K2"] });
    expect(entries).toMatchObject([{ type: "finished", key: "a.json", outcome }]);
    expect(events).toEqual([{ type: "job-finished", key: "a.json", outcome }]);
  });

  it.each([
    ["the service without a request key", new BadRequestError("400")],
    ["this side", new Error("no memory")],
  ])("has no request key of an error of %s", async (_title, error) => {
    const { outcome } = await runTestJob({ earlier: runningHandle, api: { status: () => Promise.reject(error) } });
    expect(outcome.requestKeys).toEqual([]);
  });

  it("of a job that somebody else canceled is journaled as canceled", async () => {
    const status = async (): Promise<JobState> => ({ state: "canceled", meta: silentMeta });
    const { outcome, entries, cancels } = await runTestJob({ earlier: runningHandle, api: { status } });
    expect(outcome).toMatchObject({ status: "canceled", problem: { code: "job-canceled" } });
    expect(entries).toMatchObject([{ type: "canceled", jobId: "a1" }, { type: "finished" }]);
    expect(cancels).toEqual([]);
  });

  it("of a job that is gone is not journaled as canceled", async () => {
    const { outcome, types } = await runTestJob({
      earlier: runningHandle,
      api: { status: async () => ({ state: "gone" }) },
    });
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "job-gone" } });
    expect(types).toEqual(["finished"]);
  });

  it("points into the request where the service says which part of it is wrong", async () => {
    const errors = [{ title: "Bad", source: { pointer: "/data/weights/accounts" } }];
    const create = () => Promise.reject(new BadRequestError("400", { status: 400, method: "PUT", errors }));
    const { outcome } = await runTestJob({ api: { create } });
    // The request has no accounts, so the pointer ends at the unit.
    expect(outcome.units).toMatchObject([{ errors: [{ title: "Bad", source: { pointer: "/data/weights" } }] }]);
  });

  it("is left open where the store fails: the error ends the run", async () => {
    const diskError = new StorageError("the disk is full");
    const { job, clock, entries, events } = createTestJob({ api: { create: () => Promise.reject(diskError) } });
    await expect(clock.run(() => runJob(job, requestBody, {}))).rejects.toBe(diskError);
    expect(entries.map(({ type }) => type)).toEqual(["create"]);
    expect(events).toEqual([]);
  });

  it("follows reports of its progress, with its id", async () => {
    const states: JobState[] = [
      { state: "running", meta: { ...silentMeta, progress: 40 } },
      { state: "done", units: [{ ...successOf("weights"), status: "failure" }], meta: silentMeta },
    ];
    const status = async () => states.shift() ?? expect.fail("the status is read again");
    const { events } = await runTestJob({ earlier: runningHandle, api: { status } });
    expect(events.filter(({ type }) => type === "job-progress")).toEqual([
      { type: "job-progress", key: "a.json", jobId: "a1", progress: 40 },
      { type: "job-progress", key: "a.json", jobId: "a1", progress: 100 },
    ]);
  });
});
