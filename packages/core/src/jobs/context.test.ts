import { describe, expect, it } from "vitest";
import { createTestJob } from "../../test/support/jobs/test-job.ts";
import { memoryStore } from "../../test/support/world.ts";
import { markNotSent } from "../service/errors/connection-fault.ts";
import { ConnectionError } from "../service/errors/errors.ts";
import { watchedApi } from "./context.ts";
import type { JobProtocol } from "./protocol/job-protocol.ts";

const lost = new ConnectionError("the connection broke");
const unsent = new ConnectionError("there was no connection");
markNotSent(unsent);
const full = new Error("the disk is full");

/** An API whose calls all reject with `error`, and what it did and reported. */
function watch(error: Error, { statusIsResult = false, isFull = false } = {}) {
  const calls: string[] = [];
  const outcomes: unknown[] = [];
  const fail = (name: string) => async (): Promise<never> => {
    calls.push(name);
    throw error;
  };
  const { job } = createTestJob();
  const api: JobProtocol = {
    ...job.api,
    statusIsResult,
    create: fail("create"),
    status: fail("status"),
    exists: fail("exists"),
    result: fail("result"),
    info: fail("info"),
    cancel: fail("cancel"),
  };
  const store = {
    ...memoryStore(),
    ready: async () => {
      if (isFull) throw full;
    },
  };
  const create = { mayArrive: false };
  const watched = watchedApi(api, store, { noteOutcome: (outcome) => void outcomes.push(outcome) }, create);
  return { watched, calls, outcomes, create };
}

/** Each call of an API, by name. */
const each: readonly (readonly [name: string, call: (api: JobProtocol) => Promise<unknown> | undefined])[] = [
  ["create", (api) => api.create("a1", {}, {})],
  ["status", (api) => api.status("a1", {})],
  ["exists", (api) => api.exists("a1", {})],
  ["result", (api) => api.result("a1", "unit", {})],
  ["info", (api) => api.info?.("a1", "unit", {})],
  ["cancel", (api) => api.cancel?.("a1", {})],
];

/** The calls that bring something which must be kept. */
const bringing = ["create", "result", "info"];

describe("the API of a job", () => {
  it.each(each)("reports how a %s ended", async (name, call) => {
    const { watched, calls, outcomes } = watch(lost);
    await expect(call(watched)).rejects.toBe(lost);
    expect([calls, outcomes]).toEqual([[name], [lost]]);
  });

  it.each(each)("sends a %s while the store cannot be used only if it brings nothing", async (name, call) => {
    const { watched, calls, outcomes } = watch(lost, { isFull: true });
    await expect(call(watched)).rejects.toThrow(bringing.includes(name) ? "The store cannot be used" : lost);
    expect(calls).toEqual(bringing.includes(name) ? [] : [name]);
    expect(outcomes).toEqual(bringing.includes(name) ? [] : [lost]);
  });

  it("reads no status that may be the result while the store cannot be used", async () => {
    const { watched, calls } = watch(lost, { isFull: true, statusIsResult: true });
    await expect(watched.status("a1", {})).rejects.toThrow("The store cannot be used: the disk is full");
    expect(calls).toEqual([]);
  });

  it("needs no store that says whether it can be used", async () => {
    const api: JobProtocol = { ...createTestJob().job.api, result: () => Promise.reject(lost) };
    const watched = watchedApi(api, memoryStore(), { noteOutcome: () => {} }, { mayArrive: false });
    await expect(watched.result("a1", "unit", {})).rejects.toBe(lost);
  });

  it("notes that a create may arrive, unless it was not sent", async () => {
    for (const [error, mayArrive] of [
      [unsent, false],
      [lost, true],
    ] as const) {
      const { watched, create } = watch(error);
      await expect(watched.create("a1", {}, {})).rejects.toBe(error);
      expect(create.mayArrive).toBe(mayArrive);
    }
  });

  it("has no call that the family does not have", () => {
    const { job } = createTestJob();
    const { info: _info, cancel: _cancel, ...rest } = job.api;
    const watched = watchedApi(rest, memoryStore(), { noteOutcome: () => {} }, { mayArrive: false });
    expect([watched.info, watched.cancel]).toEqual([undefined, undefined]);
  });

  it("reports an answer as no error", async () => {
    const outcomes: unknown[] = [];
    const { job } = createTestJob();
    const api: JobProtocol = { ...job.api, exists: async () => true };
    const watched = watchedApi(
      api,
      memoryStore(),
      { noteOutcome: (outcome) => void outcomes.push(outcome) },
      { mayArrive: false },
    );
    expect(await watched.exists("a1", {})).toBe(true);
    expect(outcomes).toEqual([undefined]);
  });
});
