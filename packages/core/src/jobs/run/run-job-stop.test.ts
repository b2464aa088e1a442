import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, runTestJob } from "../../../test/support/jobs/test-job.ts";
import { JobDeadlineError } from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { StorageError, UnreachableError } from "../errors.ts";
import { type JobProtocol, type JobState, successOf } from "../protocol/job-protocol.ts";
import { runJob } from "./run-job.ts";

const requestBody = { data: { weights: {} } };
const address = " The job's address is https://api.example/analytics/engines/pa/v3/calculations/a1.";
const sentHandle = handleWith(["weights"]);
const runningHandle = handleWith(["weights"], { phase: "running" });
const finishedHandle = handleWith(["weights"], { phase: "done", units: [successOf("weights")] });
const { jobId: _, ...unnamedHandle } = sentHandle;

const stoppedBy = (reason: unknown) => AbortSignal.abort(reason);
const userStop = stoppedBy(new Error("enough"));
const deadlineStop = stoppedBy(new JobDeadlineError("The run did not finish within 60 s"));
const outageStop = stoppedBy(new UnreachableError("The service has answered nothing."));

describe("a job that nobody waits for", () => {
  it.each([
    ["after its create", {}, "create,created"],
    ["after its first status in a resumed run", { earlier: runningHandle }, ""],
  ] as const)("is left to run on the service %s", async (_title, options, before) => {
    const status = async (): Promise<JobState> => ({ state: "running", meta: silentMeta });
    const create = async () => ({ jobId: "a1", jobState: await status() });
    const test = await runTestJob({ ...options, api: { create, status } }, { waitForJobs: false });
    expect(test.end).toBe(
      `unknown still-running: The run does not wait for this job, which was left to run on the service: resume the run to collect it.${address}`,
    );
    expect(test).toMatchObject({ cancels: [], types: [...before.split(",").filter(Boolean), "finished"] });
  });

  it("gets its outcome where the service has finished it", async () => {
    const units = [{ ...successOf("weights"), status: "canceled" as const }];
    const { end, types } = await runTestJob({ earlier: { ...finishedHandle, units } }, { waitForJobs: false });
    expect([end, types]).toEqual([
      "canceled unit-failed: 1 of 1 units did not succeed: weights (canceled).",
      ["finished"],
    ]);
  });
});

describe("a job that is stopped", () => {
  it.each([
    [
      "before its start has not begun",
      { stop: userStop },
      "canceled canceled: The run was canceled. The job had not begun.",
    ],
    [
      "before its start by the run's deadline is late",
      { stop: deadlineStop },
      "timed-out job-deadline: The run did not finish within 60 s. The job had not begun.",
    ],
    [
      "before its start by the user has not begun",
      { stop: userStop, isCancelRequested: () => true },
      "canceled job-stopped: The job was canceled. The job had not begun.",
    ],
    [
      "during a create without an id may be running",
      { stop: userStop, earlier: unnamedHandle, family: "fiab" },
      "unknown ambiguous-create: The run was stopped while it created the calculation, so it may be running. List the calculations of the family.",
    ],
  ] as const)("%s, and nothing is sent", async (_title, options, end) => {
    const test = await runTestJob({ ...options, api: { create: () => expect.fail("a create was sent") } });
    expect(test.end).toBe(end);
    expect(test).toMatchObject({ cancels: [], types: ["finished"], events: [{ type: "job-finished" }] });
  });

  it.each([
    ["by its run", { stop: userStop }, "canceled canceled: The run was canceled. Its job was canceled on the service."],
    [
      "by the user",
      { stop: userStop, isCancelRequested: () => true },
      "canceled job-stopped: The job was canceled on the service.",
    ],
    [
      "by the run's deadline",
      { stop: deadlineStop },
      "timed-out job-deadline: The run did not finish within 60 s. Its job was canceled on the service.",
    ],
  ] as const)("%s while it runs is canceled on the service, once", async (_title, options, end) => {
    const { cancels, types, ...test } = await runTestJob({ ...options, earlier: runningHandle });
    expect(test.end).toBe(end);
    expect(cancels).toEqual(["a1"]);
    expect(types).toEqual(["cancel", "canceled", "finished"]);
  });

  it("before a resumed run has asked for its status sends nothing but the cancel", async () => {
    // The status of so old a job would be read at once.
    const earlier = { ...runningHandle, createdAt: "2025-12-01T00:00:00.000Z" };
    let statusReads = 0;
    const status = async (): Promise<never> => {
      statusReads++;
      throw userStop.reason;
    };
    const { end, cancels } = await runTestJob({ stop: userStop, earlier, api: { status } });
    expect(end).toBe("canceled canceled: The run was canceled. Its job was canceled on the service.");
    expect([cancels, statusReads]).toEqual([["a1"], 0]);
  });

  it("by the user is canceled also where the run leaves its jobs running", async () => {
    const { cancels, end } = await runTestJob(
      { stop: userStop, isCancelRequested: () => true, earlier: runningHandle },
      { cancelOnAbort: false },
    );
    expect(cancels).toEqual(["a1"]);
    expect(end).toBe("canceled job-stopped: The job was canceled on the service.");
  });

  it.each([
    ["by its run", userStop, "unknown still-running: The run was canceled."],
    ["by the run's deadline", deadlineStop, "timed-out job-deadline: The run did not finish within 60 s."],
  ] as const)("%s is left to run, where the run says so, with its address", async (_title, stop, end) => {
    const { cancels, types, ...test } = await runTestJob({ stop, earlier: runningHandle }, { cancelOnAbort: false });
    expect(test.end).toBe(`${end} The job was left to run on the service: resume the run to collect it.${address}`);
    expect([cancels, types]).toEqual([[], ["finished"]]);
  });

  const restText = "The job is finished and some of its results may still be with the service";
  it.each([
    [
      "by its run",
      { stop: userStop },
      true,
      `canceled canceled: The run was canceled. ${restText}: resume the run to read them.`,
    ],
    [
      "by a run that leaves its jobs running",
      { stop: userStop },
      false,
      `unknown not-collected: The run was canceled. ${restText}: resume the run to read them.`,
    ],
    [
      "by the deadline of a run that leaves its jobs running",
      { stop: deadlineStop },
      false,
      `timed-out job-deadline: The run did not finish within 60 s. ${restText}: resume the run to read them.`,
    ],
    [
      "by the user",
      { stop: userStop, isCancelRequested: () => true },
      false,
      `canceled job-stopped: The job was canceled. ${restText}.`,
    ],
  ] as const)(
    "%s while its results are read keeps them on the service",
    async (_title, options, cancelOnAbort, end) => {
      const { cancels, ...test } = await runTestJob({ ...options, earlier: finishedHandle }, { cancelOnAbort });
      expect(test.end).toBe(end);
      expect(cancels).toEqual([]);
    },
  );

  it("by a failed disk during a request ends the run with the error of the disk", async () => {
    const stop = new AbortController();
    const diskError = new StorageError("the disk is full");
    const status = async (): Promise<never> => {
      stop.abort(diskError);
      throw new Error("the request was cut off");
    };
    const test = createTestJob({ stop: stop.signal, earlier: runningHandle, api: { status } });
    await expect(test.clock.run(() => runJob(test.job, requestBody, {}))).rejects.toBe(diskError);
    expect(test.entries).toEqual([]);
  });

  it("by a failed disk ends the run with that, and writes nothing more", async () => {
    const diskError = new StorageError("the disk is full");
    const test = createTestJob({ stop: stoppedBy(diskError), earlier: runningHandle });
    await expect(runJob(test.job, requestBody, {})).rejects.toBe(diskError);
    expect(test.entries).toEqual([]);
  });
});

describe("a job of a run that gets no answer", () => {
  const notCreatedEnd =
    "failure not-created: The service has answered nothing. The job was not created: resume the run when the service can be reached.";
  it.each([
    ["was not created before its start", {}, notCreatedEnd],
    ["was not created where no create has left", { earlier: sentHandle, create: { mayArrive: false } }, notCreatedEnd],
    [
      "may have been created where a create has left",
      { earlier: sentHandle, create: { mayArrive: true } },
      `unknown unreachable: The service has answered nothing. The job may have been created: resume the run to find out.${address}`,
    ],
    [
      "may have been created under any id where the service chooses it",
      { earlier: unnamedHandle, create: { mayArrive: true }, family: "fiab" },
      "unknown ambiguous-create: The service has answered nothing. The job may have been created, under an id of the service's choice: list the calculations of the family.",
    ],
    [
      "was left as it is where it is running",
      { earlier: runningHandle, create: { mayArrive: false } },
      `unknown unreachable: The service has answered nothing. The job was left as it is: resume the run to find out.${address}`,
    ],
  ] as const)("%s", async (_title, options, end) => {
    const test = await runTestJob({ ...options, stop: outageStop });
    expect(test.end).toBe(end);
    expect([test.cancels, test.types]).toEqual([[], ["finished"]]);
  });
});

describe("the cancel of a job", () => {
  it("that fails says why, and that the job may still run", async () => {
    const cancel = () => Promise.reject(new Error("the connection broke"));
    const { end, types } = await runTestJob({ stop: userStop, earlier: runningHandle, api: { cancel } });
    expect(end).toBe(
      `unknown still-running: The run was canceled. It could not be canceled (the connection broke) and may still run.${address}`,
    );
    expect(types).toEqual(["cancel", "finished"]);
  });

  it("that brings no answer ends after 4 s", async () => {
    const cancel: JobProtocol["cancel"] = (_jobId, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const { end, elapsedMs } = await runTestJob({ stop: userStop, earlier: runningHandle, api: { cancel } });
    expect(end).toContain("(the service did not answer within 4 s)");
    expect(elapsedMs()).toBe(4000);
  });

  const noJob = async () => "gone" as const;
  it.each([
    [
      "that finds nothing, while a gateway may have the create, leaves it unknown",
      { earlier: sentHandle, create: { mayArrive: true } },
      `unknown still-running: The run was canceled. The answer to its create did not arrive, and a gateway may still deliver it: resume the run to find out.${address}`,
      ["cancel", "finished"],
    ],
    [
      "that finds nothing, where no gateway has the create, is enough",
      { earlier: sentHandle, create: { mayArrive: false } },
      "canceled canceled: The run was canceled. Its job was canceled on the service.",
      ["cancel", "canceled", "finished"],
    ],
    [
      "that the service answers with 404 proves nothing of a job that was created",
      { earlier: runningHandle, create: { mayArrive: true } },
      `unknown still-running: The run was canceled. The service says that it does not know the job, which does not prove that it was canceled: resume the run to ask for its status.${address}`,
      ["cancel", "finished"],
    ],
  ] as const)("%s", async (_title, options, end, types) => {
    const test = await runTestJob({ ...options, stop: userStop, api: { cancel: noJob } });
    expect(test.end).toBe(end);
    expect(test.types).toEqual(types);
  });

  it("that takes effect is enough, whatever a gateway may have", async () => {
    const { end } = await runTestJob({ stop: userStop, earlier: sentHandle, create: { mayArrive: true } });
    expect(end).toBe("canceled canceled: The run was canceled. Its job was canceled on the service.");
  });

  it("is not asked for in the journal where the family has none", async () => {
    const earlier = handleWith(["result"], { phase: "running" }, "fiab");
    const test = createTestJob({ stop: userStop, earlier, family: "fiab" });
    const { status, problem } = await test.clock.run(() => runJob(test.job, requestBody, {}));
    expect([status, problem?.code]).toEqual(["unknown", "still-running"]);
    expect(problem?.message).toContain("(jobs of this family cannot be canceled)");
    expect(test.entries.map(({ type }) => type)).toEqual(["finished"]);
  });

  it("is sent also where the journal cannot be written, and then the run ends with that", async () => {
    const test = createTestJob({ stop: userStop, earlier: runningHandle });
    const diskError = new StorageError("the disk is full");
    const cancelsSent: string[] = [];
    const job = {
      ...test.job,
      log: { handle: runningHandle, write: () => Promise.reject(diskError) },
      api: {
        ...test.job.api,
        cancel: async (jobId: string) => {
          cancelsSent.push(jobId);
          return "canceled" as const;
        },
      },
    };
    await expect(test.clock.run(() => runJob(job, requestBody, {}))).rejects.toBe(diskError);
    expect(cancelsSent).toEqual(["a1"]);
  });

  it("at a job's deadline follows the last look", async () => {
    const status = async (): Promise<JobState> => ({ state: "running", meta: silentMeta });
    const createdAt = Date.parse(runningHandle.createdAt);
    const options = { earlier: runningHandle, deadlineAt: () => createdAt + 60_000, api: { status } };
    const withCancel = await runTestJob(options);
    const lateText = `Job a1 did not finish by its deadline. ${JobDeadlineError.advice}`;
    expect(withCancel.end).toBe(`timed-out job-deadline: ${lateText} Its job was canceled on the service.`);
    expect(withCancel.cancels).toEqual(["a1"]);
    const withoutCancel = await runTestJob(options, { cancelOnAbort: false });
    expect(withoutCancel.end).toBe(
      `timed-out job-deadline: ${lateText} The job was left to run on the service: resume the run to collect it.${address}`,
    );
    expect(withoutCancel.cancels).toEqual([]);
  });

  it("is not sent for a job whose create came too late", async () => {
    const { end, cancels } = await runTestJob({ deadlineAt: (now) => now });
    expect(end).toMatch(/^timed-out job-deadline: The run's deadline passed before the job was created\. /);
    expect(cancels).toEqual([]);
  });
});
