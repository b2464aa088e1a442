import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, runTestJob } from "../../../test/support/test-job.ts";
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  ServerError,
  ServiceError,
} from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { StorageError } from "../errors.ts";
import { type JobState, successOf } from "../protocol/family-adapter.ts";
import type { JobOutcome } from "../types.ts";
import { runCommentaries, runJob } from "./run-job.ts";

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
    await expect(clock.run(() => runJob(job, requestBody, true))).rejects.toBe(diskError);
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

describe("the commentaries of a job with an outcome", () => {
  const outcome: JobOutcome = {
    key: "a.json",
    family: "pa",
    jobId: "a1",
    status: "success",
    requestKeys: ["K1"],
    units: [],
  };

  it("add their request keys to the outcome, each once, and the outcome is journaled again", async () => {
    const earlier = handleWith(["weights"], { phase: "done", requestKeys: ["K1", "K2"] });
    const { job, entries, events } = createTestJob({ earlier, failedKeys: new Set(["K3"]) });
    const nextOutcome = { ...outcome, requestKeys: ["K1", "K2", "K3"] };
    expect(await runCommentaries(job, requestBody, outcome)).toEqual(nextOutcome);
    expect(entries).toMatchObject([{ type: "finished", outcome: nextOutcome }]);
    expect(events).toEqual([{ type: "job-finished", key: "a.json", outcome: nextOutcome }]);
  });

  it("need no other journal than the outcome", async () => {
    expect(await runCommentaries(createTestJob().job, requestBody, outcome)).toEqual(outcome);
  });
});
