import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, type TestJobOptions } from "../../../test/support/jobs/test-job.ts";
import { memoryStore } from "../../../test/support/world.ts";
import type { ResultBody } from "../../service/answer.ts";
import { LostResultError, ServerError } from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { IncompleteBodyError, StorageError } from "../errors.ts";
import { successOf } from "../protocol/job-protocol.ts";
import type { ReadKind, StoredFile } from "../types.ts";
import { beginRead, lostRead, recoverRead, saveResult } from "./save-result.ts";

const file: StoredFile = { file: "a/weights.json", contentType: "application/json", bytes: 2, sha256: "0" };
const read = { unitId: "weights", kind: "result", source: "result" } as const;
const unused = () => Promise.reject(new Error("The store reads the body."));
const body: ResultBody = {
  contentType: "application/json",
  contentLength: 2,
  stream: new ReadableStream(),
  bytes: unused,
  text: unused,
  json: unused,
};
const meta = { ...silentMeta, requestKey: "K1" };
const begun = (more: Parameters<typeof handleWith>[1] = {}) =>
  handleWith(["weights"], { phase: "done", units: [successOf("weights")], ...more });

describe("a read", () => {
  it("prepares the store before the journal has it: after a kill between the two, old bytes must not count as those of this read", async () => {
    const steps: string[] = [];
    const { job, entries } = createTestJob({
      earlier: begun(),
      store: {
        ...memoryStore(),
        async prepare(key, unitId, kind) {
          steps.push(`prepare ${key} ${unitId} ${kind} with ${entries.length} entries`);
        },
      },
    });
    await beginRead(job, read);
    expect(steps).toEqual(["prepare a.json weights result with 0 entries"]);
    expect(entries).toMatchObject([{ type: "reading", ...read }]);
  });

  it("is not journaled where the store cannot be prepared", async () => {
    const prepare = () => Promise.reject(new Error("the folder is gone"));
    const { job, entries } = createTestJob({ earlier: begun(), store: { ...memoryStore(), prepare } });
    await expect(beginRead(job, read)).rejects.toThrow(
      new StorageError("The store cannot be used: the folder is gone"),
    );
    expect(entries).toEqual([]);
  });

  it("needs no store that prepares or recovers", async () => {
    const { prepare: _prepare, recover: _recover, ...store } = memoryStore();
    const { job, entries } = createTestJob({ earlier: begun(), store });
    await beginRead(job, read);
    expect(entries).toHaveLength(1);
    expect(await recoverRead(job, read)).toBeUndefined();
  });
});

/** Keeps a body in a store that does this. */
async function keep(store: () => Promise<StoredFile>, options: TestJobOptions = {}, kind: ReadKind = "result") {
  const expected: unknown[] = [];
  const test = createTestJob({
    earlier: begun(),
    store: {
      ...memoryStore(),
      store: (...[key, unitId, readKind, , expects]) => {
        expected.push([key, unitId, readKind, expects]);
        return store();
      },
    },
    ...options,
  });
  const end: unknown = await saveResult(test.job, { ...read, kind }, body, meta).catch((error: unknown) => error);
  return { ...test, end, expected };
}

describe("the bytes of a read", () => {
  it("are journaled after they are stored, with the request key", async () => {
    const { end, entries } = await keep(async () => file);
    expect(end).toBe(file);
    expect(entries).toMatchObject([{ type: "stored", ...read, file, requestKey: "K1" }]);
  });

  it.each([
    ["a result in a form of the family", {}, "result", "any"],
    ["a result in the requested format", { expects: "arrow" }, "result", "arrow"],
    ["an info document", {}, "info", "info"],
    [
      "a result in a form of the family where another unit failed",
      { units: [successOf("weights"), { ...successOf("other"), status: "failure" }] },
      "result",
      "any",
    ],
    [
      "the document of a failed unit beside another",
      { units: [{ ...successOf("weights"), status: "failure" }, successOf("other")] },
      "result",
      "document",
    ],
    [
      "the document of a failed unit",
      { units: [{ ...successOf("weights"), status: "failure" }] },
      "result",
      "document",
    ],
  ] as const)("must be %s", async (_, more, kind, expects) => {
    const { expected } = await keep(async () => file, { earlier: begun(more) }, kind);
    expect(expected).toEqual([["a.json", "weights", kind, expects]]);
  });

  it("are lost where they do not arrive whole", async () => {
    const { end, entries } = await keep(() => Promise.reject(new IncompleteBodyError("the body was cut", 7)));
    expect(end).toBeInstanceOf(LostResultError);
    expect(end).toMatchObject({
      message:
        "The result of unit weights of job a1 (a.json) is lost: the body was cut. 7 bytes arrived (request key K1)",
      jobId: "a1",
      unitId: "weights",
      bytesRead: 7,
      requestKey: "K1",
    });
    expect(entries).toEqual([]);
  });

  it("end the run where the store fails, with the request key for support", async () => {
    const cause = new Error("the disk is full");
    const { end } = await keep(() => Promise.reject(cause));
    expect(end).toBeInstanceOf(StorageError);
    expect(end).toMatchObject({
      message:
        "The result of unit weights of job a1 (a.json) arrived and could not be kept (request key K1): the disk is full",
      cause,
    });
  });
});

describe("a lost read", () => {
  it.each([
    ["of its own answer", meta, undefined, ["K0"], "K1"],
    ["of the error", undefined, new ServerError("500", { requestKey: "K2" }), ["K0"], "K2"],
    ["of the last answer before it", undefined, new Error("other"), ["K0", "K5", "K9"], "K9"],
  ])("has the request key %s", (_, ownMeta, cause, requestKeys, requestKey) => {
    const { job } = createTestJob({ earlier: begun({ requestKeys }) });
    const error = lostRead(job, read, "cut", { bytesRead: 0, cause, ...(ownMeta && { meta: ownMeta }) });
    expect([error.requestKey, error.cause]).toEqual([requestKey, cause]);
  });

  it("without any request key names none", () => {
    const { job } = createTestJob({ earlier: begun() });
    const error = lostRead(job, read, "cut", { bytesRead: 0 });
    expect(error.message).toBe("The result of unit weights of job a1 (a.json) is lost: cut. 0 bytes arrived");
  });
});
