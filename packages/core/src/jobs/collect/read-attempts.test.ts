import { describe, expect, it } from "vitest";
import { brokenBody, lossOf, playRead, storedTable, tableText } from "../../../test/support/jobs/play-read.ts";
import { createTestJob, handleWith } from "../../../test/support/jobs/test-job.ts";
import { memoryStore } from "../../../test/support/world.ts";
import { markNotSent } from "../../service/errors/connection-fault.ts";
import {
  ConnectionError,
  ForbiddenError,
  LostResultError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnexpectedStatusError,
} from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { StorageError } from "../errors.ts";
import type { JobState } from "../protocol/job-protocol.ts";
import { readOnce } from "./read-once.ts";

const connectionError = new ConnectionError("the connection broke");
const unsentError = new ConnectionError("there was no connection");
markNotSent(unsentError);
const redirectError = new UnexpectedStatusError("303", { status: 303 });
const bareNotFound = new NotFoundError("404");
const denial = (detail: string) => new NotFoundError("404", { errors: [{ detail }] });
const noResultError = denial("no such unit");
const earlyError = denial("Calculation Unit identifier a not completed yet");
const runningState: JobState = { state: "running", meta: silentMeta };
const goneState: JobState = { state: "gone" };
const givenAwayLoss = lossOf("the service gave it away before, or canceled the job. 0 bytes arrived");
const lostAnswerLoss = lossOf("it was given away in an answer that did not arrive. 0 bytes arrived");

describe("a result", () => {
  it("is journaled before and after its read, which only the end of a stop cuts off", async () => {
    const abortRequests = new AbortController().signal;
    const { end, steps, entries, signals } = await playRead({}, { abortRequests });
    expect(end).toMatchObject(storedTable);
    expect(steps).toEqual(["0 result a of a1"]);
    expect(signals).toEqual([abortRequests]);
    expect(entries).toMatchObject([
      { type: "reading", unitId: "a", kind: "result", source: "result" },
      { type: "stored", unitId: "a", kind: "result", source: "result", file: storedTable },
    ]);
  });

  it("that is stored is not read", async () => {
    const storedFile = { file: "a.result", contentType: "application/json", bytes: 2, sha256: "0" };
    expect(await playRead({ earlierRead: { file: storedFile } })).toMatchObject({
      end: storedFile,
      steps: [],
      types: [],
    });
  });

  it("shows that the job is there, whatever was said before", async () => {
    expect((await playRead({}, { jobPresence: "maybe-forgotten" })).job.jobPresence).toBe("known");
  });

  it("of a job that is gone is lost without a request", async () => {
    const { end, steps, types } = await playRead({}, { jobPresence: "forgotten" });
    expect(end).toMatchObject(
      lossOf("the service no longer has the job, which was canceled or read elsewhere. 0 bytes arrived"),
    );
    expect([steps, types]).toEqual([[], []]);
  });

  it("is not read after a stop", async () => {
    const reason = new Error("enough");
    expect(await playRead({}, { stop: AbortSignal.abort(reason) })).toMatchObject({ end: reason, steps: [] });
  });

  it("is not asked for where the family has no such document", async () => {
    const { job } = createTestJob({ earlier: handleWith(["a"], { phase: "done" }) });
    await expect(readOnce(job, "a", "info")).rejects.toThrow("The family pa has no info documents.");
  });
});

describe("a read that brings no result", () => {
  it.each([
    [
      "is repeated after 1, 2, 4 and 8 s where the service failed before it acted",
      Array(4).fill(bareNotFound),
      [0, 1, 3, 7, 15],
    ],
    ["is repeated when the service asks for it", [new RateLimitError("429", { retryAfterSeconds: 30 })], [0, 30]],
    ["is repeated without a look where it was not sent", [unsentError, unsentError], [0, 1, 3]],
    ["is repeated at once after a first denial, 2 s later", [noResultError], [0, 2]],
    [
      "is repeated after 5 s or more where the unit is not completed",
      Array(5).fill(earlyError),
      [0, 5, 10, 15, 23, 39],
    ],
    ["counts each kind of failure on its own", [noResultError, earlyError, bareNotFound], [0, 2, 7, 8]],
  ] as const)("%s", async (_title, answers, seconds) => {
    const { end, steps, ...test } = await playRead({ answers });
    expect(end).toMatchObject(storedTable);
    expect(test.seconds).toEqual(seconds);
    expect(new Set(steps.map((step) => step.replace(/^\S+ /, "")))).toEqual(new Set(["result a of a1"]));
  });

  it.each([
    ["where the service refuses it", new ForbiddenError("403"), 1],
    ["that fails on this side", new TypeError("no such method"), 1],
    ["five times", bareNotFound, 5],
    ["ten times before the unit is completed", earlyError, 10],
    ["five times behind a redirect", redirectError, 5],
  ] as const)("%s ends with its error, and the service still has the result", async (_title, error, count) => {
    const { end, steps } = await playRead({ answers: Array(12).fill(error) });
    expect(end).toBe(error);
    expect(steps.filter((step) => step.includes("result"))).toHaveLength(count);
  });

  it("behind a redirect is lost where only that answer had it", async () => {
    const answers = Array(12).fill(redirectError);
    const { end, steps } = await playRead({ answers }, { api: { statusIsResult: true } });
    expect(end).toMatchObject({
      ...lossOf('the service answered with a redirect or "not modified" instead of the result. 0 bytes arrived'),
      cause: redirectError,
    });
    expect(steps).toHaveLength(5);
  });

  it("is lost after two denials", async () => {
    const { end, steps } = await playRead({ answers: [noResultError, noResultError] });
    expect(end).toMatchObject({ ...givenAwayLoss, cause: noResultError });
    expect(steps).toEqual(["0 result a of a1", "2 result a of a1"]);
  });

  it.each(["The result was already read", "The job was canceled", "The job was cancelled"])(
    "is lost at once where the service says: %s",
    async (detail) => {
      const { end, steps } = await playRead({ answers: [denial(detail)] });
      expect(end).toMatchObject(givenAwayLoss);
      expect(steps).toHaveLength(1);
    },
  );

  it("is lost at once where one of several errors of the service says so", async () => {
    const errors = [{ title: "NotFound" }, { detail: "The result was already read" }];
    const { end, steps } = await playRead({ answers: [new NotFoundError("404", { errors })] });
    expect([end, steps.length]).toMatchObject([givenAwayLoss, 1]);
  });

  it("is lost at once where the result before it was, and the job has no status", async () => {
    const { end, steps } = await playRead({ answers: [noResultError] }, { jobPresence: "maybe-forgotten" });
    expect([end, steps.length]).toMatchObject([givenAwayLoss, 1]);
    const afterBare404 = await playRead({ answers: [bareNotFound] }, { jobPresence: "maybe-forgotten" });
    expect(afterBare404.end).toMatchObject(storedTable);
  });

  it.each([
    ["title", { title: "not yet completed" }],
    ["detail", { title: "NotFound", detail: "Unit not completed" }],
    ["detail", { detail: "The unit is not complete" }],
  ])("is repeated where the %s of the error says that it is too early", async (_part, item) => {
    const { end, seconds } = await playRead({ answers: [new NotFoundError("404", { errors: [item] })] });
    expect([end, seconds]).toMatchObject([storedTable, [0, 5]]);
  });

  it("names the keys of its requests for support, unless a stop ended them", async () => {
    const error = new ServerError("500", { requestKey: "K1" });
    expect([...(await playRead({ answers: [error, bareNotFound] })).job.failedKeys]).toEqual(["K1"]);
    const readAtStop = await playRead({ answers: [error] }, { abortRequests: AbortSignal.abort() });
    expect([readAtStop.end, readAtStop.steps.length, readAtStop.job.failedKeys.size]).toEqual([error, 1, 0]);
  });
});

describe("a read whose answer is lost", () => {
  it("is repeated where the job still has a status", async () => {
    const abortRequests = new AbortController().signal;
    const { end, steps, signals } = await playRead({ answers: [connectionError] }, { abortRequests });
    expect(end).toMatchObject(storedTable);
    expect(steps).toEqual(["0 result a of a1", "1 status of a1", "1 result a of a1"]);
    expect(signals).toEqual([abortRequests, abortRequests, abortRequests]);
  });

  it("is lost where the job has no status any more, twice", async () => {
    const { end, steps } = await playRead({ answers: [connectionError], states: [goneState, goneState] });
    expect(end).toMatchObject(lostAnswerLoss);
    expect(steps).toEqual(["0 result a of a1", "1 status of a1", "3 status of a1"]);
  });

  it("is not lost after one answer that the job has no status", async () => {
    const { end, steps } = await playRead(
      { answers: [connectionError], states: [goneState, runningState] },
      { jobPresence: "maybe-forgotten" },
    );
    expect(end).toMatchObject(storedTable);
    expect(steps).toHaveLength(4);
  });

  it("is repeated without a look where the status is the result", async () => {
    const { steps } = await playRead({ answers: [connectionError] }, { api: { statusIsResult: true } });
    expect(steps).toEqual(["0 result a of a1", "1 result a of a1"]);
  });

  it("is lost in it where the service denies the next", async () => {
    expect((await playRead({ answers: [connectionError, noResultError, noResultError] })).end).toMatchObject(
      lostAnswerLoss,
    );
    expect((await playRead({ answers: [unsentError, noResultError, noResultError] })).end).toMatchObject(givenAwayLoss);
    expect((await playRead({ answers: [bareNotFound, noResultError, noResultError] })).end).toMatchObject(
      givenAwayLoss,
    );
  });
});

describe("a denied result", () => {
  it("makes the job suspect where other results are unread and it has no status", async () => {
    const answers = [noResultError, noResultError];
    const resultDenial = await playRead({ answers, states: [goneState], units: ["a", "b"] });
    expect(resultDenial.job.jobPresence).toBe("maybe-forgotten");
    const infoDenial = await playRead({ answers, states: [goneState], units: ["a", "b"], kind: "info" });
    expect([infoDenial.end instanceof LostResultError, infoDenial.job.jobPresence]).toEqual([true, "known"]);
  });
});

describe("a result that breaks off", () => {
  it("is lost with the bytes that arrived, and not asked for again", async () => {
    const { end, steps, types } = await playRead({ answers: [brokenBody(7)] });
    expect(end).toMatchObject(lossOf("the connection broke. 7 bytes arrived"));
    expect([steps.length, types]).toEqual([1, ["reading"]]);
  });

  it.each([
    ["an info document", { kind: "info" }, {}],
    ["a result that the service gives again", {}, { api: { resultRepeats: true } }],
  ] as const)("and is %s is read again, five times at most", async (_title, script, options) => {
    const fifthWhole = await playRead({ ...script, answers: Array.from({ length: 4 }, () => brokenBody(7)) }, options);
    expect(fifthWhole.end).toMatchObject({ bytes: tableText.length });
    expect(fifthWhole.seconds).toEqual([0, 1, 3, 7, 15]);
    expect(fifthWhole.types).toEqual(["reading", "stored"]);
    const allBroken = await playRead({ ...script, answers: Array.from({ length: 9 }, () => brokenBody(7)) }, options);
    expect(allBroken.end).toBeInstanceOf(LostResultError);
    expect(allBroken.steps).toHaveLength(5);
  });

  it("is not read again after a stop, nor where the store fails", async () => {
    const options = { api: { resultRepeats: true } };
    const stop = new AbortController();
    const store = memoryStore();
    const stoppingStore = {
      ...store,
      store: (...input: Parameters<typeof store.store>) => {
        stop.abort(new Error("enough"));
        return store.store(...input);
      },
    };
    const readAtStop = await playRead(
      { answers: [brokenBody(7)] },
      { ...options, store: stoppingStore, stop: stop.signal },
    );
    expect([readAtStop.end, readAtStop.steps.length]).toMatchObject([{ name: "LostResultError" }, 1]);
    const fullStore = { ...memoryStore(), store: () => Promise.reject(new Error("the disk is full")) };
    const readToFullDisk = await playRead({}, { ...options, store: fullStore });
    expect(readToFullDisk.end).toBeInstanceOf(StorageError);
    expect(readToFullDisk.steps).toHaveLength(1);
  });
});
